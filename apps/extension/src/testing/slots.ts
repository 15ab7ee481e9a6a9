/** A session as the web app brings it. */
export const slots = (userId = "ann", halfHash = "h1") => ({
  auth: btoa(JSON.stringify({ token: "t", halfHash, session: { user: { id: userId, email: `${userId}@example.com` } } })),
  localHalf: "AAAA",
  symmetricKey: "BBBB",
  vaultKey: "CCCC",
});
