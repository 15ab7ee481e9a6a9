/** The sign-in form, for its own page and for one that needs to know who is there. What comes after it is up to the page. */
import { useEffect, useState } from "react";
import { useBackGuard } from "../../frame/back-guard.ts";
import { useClientLater } from "../../frame/client-context.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { lookAtPassword } from "../guessable-password.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { rememberedEmail } from "../remembered-email.ts";
import { SignInForm, type SignInValues } from "./SignInForm.tsx";
import { checkCredentials, sayDeletionTakenBack, signInRefusal } from "./sign-in.ts";

const SecondStep = lazyComponent("inline", async () => (await import("./SecondStep.tsx")).SecondStep);

/** The password, then, where the account has one, the second factor. Both steps are of one form's life: going back finds what was typed. */
export function SignIn({ email }: { email?: string }) {
  const [client, isLoaded] = useClientOnceShown();
  /** The server's word that the password was right; the code goes with it. */
  const [tempToken, setTempToken] = useState<string | null>(null);
  const form = useForm<SignInValues>({
    start: startValues(email),
    check: checkCredentials,
    async send({ email, password, remember }) {
      const opened = await client();
      const outcome = await opened.account.login({ email, password });
      if (remember) rememberedEmail.keep(email);
      else rememberedEmail.forget();
      if (outcome.step === "code") return setTempToken(outcome.tempToken);
      lookAtPassword(opened, { email, password });
      sayDeletionTakenBack(outcome);
    },
    failed: signInRefusal,
  });
  const startAgain = (message: string | null) => {
    form.change({ password: "" });
    if (message !== null) form.refuse({ whole: message, at: "password" });
    setTempToken(null);
  };
  // Back leads to the step before, not off the page.
  useBackGuard(tempToken !== null, async () => startAgain(null));
  return (
    <>
      {tempToken === null && <SignInForm form={form} />}
      {(isLoaded || tempToken !== null) && <SecondStep client={client} form={form} tempToken={tempToken} onAgain={startAgain} />}
    </>
  );
}

/** The form is there to be typed into first; the client is loaded in the background. What does not load is asked for again when the form is sent, and said there. */
function useClientOnceShown() {
  const client = useClientLater();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(
    () =>
      void client().then(
        () => setLoaded(true),
        () => undefined,
      ),
    [client],
  );
  return [client, isLoaded] as const;
}

/** @param asked - whose sign-in the page waits for */
function startValues(asked: string | undefined): SignInValues {
  const remembered = rememberedEmail.find();
  const made = newRecoveryKey.current()?.email; // of an account just made, or reset
  return { email: asked ?? made ?? remembered ?? "", password: "", remember: remembered !== null };
}
