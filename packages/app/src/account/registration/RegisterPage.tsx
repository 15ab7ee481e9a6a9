/** Registration, behind its gate: only with an invitation that the server still knows. */
import { IconDeviceDesktopOff, IconKey, IconMailOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useReducer } from "react";
import { Link, useSearchParams } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { Waiting } from "../../frame/Waiting.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { messageOf } from "../../ui/message.ts";
import { AccountCard } from "../AccountCard.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { gate, gateStart, RESTRICTED } from "./registration.ts";

export function RegisterPage() {
  const client = useClient();
  const [parameters] = useSearchParams();
  const [state, dispatch] = useReducer(gate, parameters.get("token"), gateStart);
  const token = state.step === "validating" ? state.token : null;
  useEffect(() => {
    if (token === null) return;
    client.account.invitation({ token }).then(
      (invitation) => dispatch({ type: "welcome", invitation }),
      (error: unknown) => dispatch({ type: "refused", message: messageOf(error, RESTRICTED.refused) }),
    );
  }, [client, token]);
  return (
    <AccountCard
      title="Create your account"
      subtitle="Your secure password manager"
      {...(state.step === "allowed" ? { aside: <Assurance /> } : {})}
    >
      {state.step === "validating" && <Waiting />}
      {state.step === "restricted" && <ErrorNote>{state.message}</ErrorNote>}
      {state.step === "allowed" && <RegisterForm token={state.token} email={state.invitation.email} />}
      <p className="account-under">
        Already have an account? <Link to="/login">Sign in</Link>
      </p>
    </AccountCard>
  );
}

function Assurance() {
  return (
    <aside className="account-aside">
      <h2>What we can and cannot see</h2>
      <ul>
        <Point icon={<IconKey size={20} aria-hidden />} title="Your master password stays with you">
          Keys are derived on this device. The password itself is never sent.
        </Point>
        <Point icon={<IconDeviceDesktopOff size={20} aria-hidden />} title="Your vault is sealed before it leaves">
          The server keeps ciphertext only. Nobody there can read a title, a name or a note.
        </Point>
        <Point icon={<IconMailOff size={20} aria-hidden />} title="We cannot reset it for you">
          After this form you get a recovery key. Keep it: it is the only other way in.
        </Point>
      </ul>
    </aside>
  );
}

function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>
        <strong>{title}</strong>
        {children}
      </span>
    </li>
  );
}
