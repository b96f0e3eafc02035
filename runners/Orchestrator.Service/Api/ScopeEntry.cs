using Orchestrator.Ledger;

namespace Orchestrator.Service.Api;

/// <summary>What a run did to the durability of a database.</summary>
internal sealed record ScopeEntry(
    long Scope, string Connection, string Platform, string Server, string Database, string Found, string Set,
    string State, DateTime OpenedAt, DateTime? HardenedAt, DateTime? ClosedAt, string Why)
{
    public static ScopeEntry Of(ScopeRecord scope) => new(
        scope.Number, scope.Connection, scope.Platform, scope.Server, scope.Database, scope.Found, scope.Set,
        scope.State.ToString(), scope.Opened.UtcDateTime, scope.Hardened?.UtcDateTime, scope.Closed?.UtcDateTime,
        scope.Why);
}
