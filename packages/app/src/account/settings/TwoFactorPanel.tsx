/** Whether the second factor is on, and the way to its page. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useSession } from "../../frame/client-context.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { PanelProps } from "./panel-props.ts";

export function TwoFactorPanel({ id, title }: PanelProps) {
  const isOn = useSession()?.user.two_factor_enabled ?? false;
  const hint = isOn
    ? "On. Every sign-in asks for a code from your authenticator app."
    : "Off. Turn it on, and your master password alone is not enough to sign in.";
  return (
    <Panel id={id} title={title} hint={hint}>
      <Button component={Link} to="/mfa-setup" variant="default">
        {isOn ? "Manage MFA" : "Setup MFA"}
      </Button>
    </Panel>
  );
}
