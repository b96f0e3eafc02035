using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Service.Security;

/// <summary>Who asks.</summary>
/// <param name="Name">Name of the token, or <see cref="Local"/>.</param>
/// <param name="Role">What he may do.</param>
/// <param name="Session">His session, where he signed in on the page; null = he did not.</param>
internal sealed record Visitor(string Name, TokenRole Role, Session? Session = null)
{
    /// <summary>The name of whoever is on this machine as long as no token is declared.</summary>
    public const string Local = "local user";

    public bool IsLocal => Name == Local && Session is null;
}
