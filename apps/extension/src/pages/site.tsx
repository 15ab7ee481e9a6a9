/** The public pages of the extension: there is nothing to be sold here, so all of them lead to the sign-in. */
import { page, type Route } from "@coffer/app/routes.tsx";
import { Navigate } from "react-router";

const ToSignIn = page(async () => () => <Navigate to="/login" replace />);

export const SITE: readonly Route[] = [
  { path: "/", access: "public", redirectSignedIn: "/all-items", page: ToSignIn },
  { path: "*", access: "public", redirectSignedIn: "/all-items", page: ToSignIn },
];
