/** The pages that the extension alone has. The public pages of the web app lead to the sign-in here. */
import { page, type Route } from "@coffer/app/routes.tsx";
import { IconPuzzle } from "@tabler/icons-react";
import { Navigate } from "react-router";

const ToSignIn = page(async () => () => <Navigate to="/login" replace />);

export const OPTIONS_PATH = "/options";

export const EXTENSION_ROUTES: readonly Route[] = [
  { path: "/", access: "public", redirectSignedIn: "/all-items", page: ToSignIn },
  {
    path: OPTIONS_PATH,
    access: "signed-in",
    page: page(async () => (await import("../options/OptionsPage.tsx")).OptionsPage),
    userMenu: { label: "Extension settings", icon: IconPuzzle },
  },
  { path: "*", access: "public", redirectSignedIn: "/all-items", page: ToSignIn },
];
