/** Carries a switch out: the session is replaced, what this tab kept is dropped, and the page reloads with the other profile's keys. */
import { useReducer } from "react";
import { useNavigate } from "react-router";
import { AFTER_SIGN_IN } from "../../frame/admission.ts";
import { useClient } from "../../frame/client-context.tsx";
import { toast } from "../../ui/toast.ts";
import { markTab } from "../lock/presence.ts";
import {
  SWITCH_IDLE,
  SWITCH_RELOAD_MS,
  SWITCHED_SLOT,
  SWITCHING_TOAST,
  type SwitchState,
  switching,
  switchMessage,
} from "./profile-switch.ts";

export interface ProfileSwitch {
  readonly state: SwitchState;
  readonly choose: (id: string) => void;
  /** Sends the second factor of the profile that was chosen. Throws when it is not taken. */
  readonly submit: (code: string) => Promise<void>;
  readonly cancel: () => void;
}

/** @param reload - of the page; a test that runs in one cannot do without it. */
export function useProfileSwitch(reload: () => void = () => window.location.reload()): ProfileSwitch {
  const { account } = useClient();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(switching, SWITCH_IDLE);

  const finish = async () => {
    dispatch({ type: "switched" });
    sessionStorage.clear();
    markTab();
    sessionStorage.setItem(SWITCHED_SLOT, "1");
    await navigate(AFTER_SIGN_IN);
    setTimeout(reload, SWITCH_RELOAD_MS);
  };
  const choose = async (id: string) => {
    if (state.step !== "idle") return;
    dispatch({ type: "chose", id });
    toast.done(SWITCHING_TOAST);
    try {
      const { step } = await account.switchProfile({ id });
      if (step === "code") dispatch({ type: "code-asked" });
      else await finish();
    } catch (error) {
      toast.failed(switchMessage(error));
      dispatch({ type: "failed" });
    }
  };
  return {
    state,
    choose: (id) => void choose(id),
    async submit(code) {
      if (state.step !== "code") return;
      const { step } = await account.switchProfile({ id: state.id, code });
      if (step !== "code") await finish();
    },
    cancel: () => dispatch({ type: "cancel" }),
  };
}
