/** Opens the vault by a passkey in place of the typed master password. */
import type { VaultAuthenticator } from "@coffer/client";
import { useState } from "react";
import { toast } from "../../ui/toast.ts";
import { TextButton } from "../TextButton.tsx";
import { isGivenUp, loadAuthenticator, passkeysHere } from "./authenticator.ts";

/** @param open - with the authenticator that the browser offers. @param failed - the message for an error without one. */
export function PasskeyButton({
  children,
  open,
  failed,
}: {
  children: string;
  open: (by: { readonly authenticator: VaultAuthenticator }) => Promise<void>;
  failed: string;
}) {
  const [isBusy, setBusy] = useState(false);
  if (!passkeysHere()) return null;
  const press = async () => {
    setBusy(true);
    try {
      await open({ authenticator: await loadAuthenticator() });
    } catch (error) {
      if (!isGivenUp(error)) toast.failed(error, failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TextButton disabled={isBusy} onClick={() => void press()}>
      {children}
    </TextButton>
  );
}
