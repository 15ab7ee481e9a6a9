/** The public pages in the form of ROUTES. The last one matches every unknown path. */
import { page, type Route } from "@coffer/app/routes.tsx";

export const SITE: readonly Route[] = [
  { path: "/", access: "public", redirectSignedIn: "/vaults", page: page(async () => (await import("./LandingPage.tsx")).LandingPage) },
  { path: "/features", access: "public", page: page(async () => (await import("./FeaturesPage.tsx")).FeaturesPage) },
  { path: "/security", access: "public", page: page(async () => (await import("./SecurityPage.tsx")).SecurityPage) },
  { path: "/privacy-policy", access: "public", page: page(async () => (await import("./PrivacyPage.tsx")).PrivacyPage) },
  { path: "/terms-of-service", access: "public", page: page(async () => (await import("./TermsPage.tsx")).TermsPage) },
  { path: "/not-authorized", access: "public", page: page(async () => (await import("./NotAuthorizedPage.tsx")).NotAuthorizedPage) },
  { path: "*", access: "public", page: page(async () => (await import("./NotFoundPage.tsx")).NotFoundPage) },
];
