/** What a locked vault shows: one field. Everything else is unmounted, and the keys are gone from memory until the master password derives them anew. */
import { PRODUCT_NAME } from "@coffer/core/product";
import { Button } from "@mantine/core";
import { useEffect, useReducer, useState } from "react";
import { BrandMark } from "../../frame/Brand.tsx";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { messageOf } from "../../ui/message.ts";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { Problem } from "../Problem.tsx";
import { presence } from "./presence.ts";
import { UNLOCK_START, unlocking } from "./unlock.ts";
import "../account.css";
import "./lock-screen.css";

export function LockScreen() {
  const { account } = useClient();
  const email = useSession()?.user.email ?? "";
  const [state, dispatch] = useReducer(unlocking, UNLOCK_START);
  const [password, setPassword] = useState("");
  const busy = state.step === "unlocking";
  useEffect(() => {
    // The address names a vault or an item; a locked page shows none of it, but returns there.
    document.title = `Locked · ${PRODUCT_NAME}`;
  }, []);
  const unlock = async () => {
    dispatch({ type: "submit", password });
    if (unlocking(state, { type: "submit", password }).step !== "unlocking") return;
    try {
      presence.used(Date.now());
      await account.unlock({ password });
    } catch (error) {
      setPassword("");
      dispatch({ type: "refused", problem: messageOf(error) });
    }
  };
  return (
    <main className="account-page lock-page">
      <div className="account-card">
        <div className="account-head">
          <BrandMark size={44} />
          <h1>Your vault is locked</h1>
          <p>{email}</p>
        </div>
        <form
          className="account-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void unlock();
          }}
        >
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordInput
            label="Master Password"
            name="password"
            autoComplete="current-password"
            size="md"
            autoFocus
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              dispatch({ type: "edit" });
            }}
          />
          <Problem problem={state.problem} takesFocus={false} />
          <Button type="submit" size="md" fullWidth disabled={busy}>
            {busy ? "Unlocking..." : "Unlock"}
          </Button>
        </form>
        <p className="account-under">
          <button type="button" className="account-text-button" onClick={() => void account.logout()}>
            Logout
          </button>
        </p>
      </div>
    </main>
  );
}
