/** Carries a switch out: the session is replaced, what this tab kept is dropped, and the page loads anew with the other profile's keys. */
import { useReducer } from "react";
import { useNavigate } from "react-router";
import { AFTER_SIGN_IN } from "../../frame/admission.ts";
import { useClient } from "../../frame/client-context.tsx";
import { toast } from "../../ui/toast.ts";
import {
  SWITCH_IDLE,
  SWITCH_RELOAD_MS,
  SWITCHING_TOAST,
  type SwitchEvent,
  type SwitchState,
  switching,
  switchRefusal,
} from "./profile-switch.ts";

export interface ProfileSwitch {
  readonly state: SwitchState;
  readonly choose: (id: string) => void;
  readonly edit: () => void;
  readonly submit: (code: string) => void;
  readonly cancel: () => void;
}

export function useProfileSwitch(): ProfileSwitch {
  const { account } = useClient();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(switching, SWITCH_IDLE);

  const go = async (event: SwitchEvent, id: string, code?: string) => {
    dispatch(event);
    if (switching(state, event).step !== "switching" || state.step === "switching") return;
    if (code === undefined) toast.done(SWITCHING_TOAST);
    try {
      const { step } = await account.switchProfile({ id, ...(code === undefined ? {} : { code }) });
      if (step === "code") return dispatch({ type: "code-asked" });
      dispatch({ type: "switched" });
      sessionStorage.clear();
      await navigate(AFTER_SIGN_IN);
      setTimeout(() => window.location.reload(), SWITCH_RELOAD_MS);
    } catch (error) {
      const problem = switchRefusal(error);
      if (code === undefined) toast.failed(problem);
      dispatch({ type: "failed", problem });
    }
  };
  return {
    state,
    choose: (id) => void go({ type: "chose", id }, id),
    edit: () => dispatch({ type: "edit" }),
    submit: (code) => state.step === "code" && void go({ type: "submit", code }, state.id, code),
    cancel: () => dispatch({ type: "cancel" }),
  };
}
