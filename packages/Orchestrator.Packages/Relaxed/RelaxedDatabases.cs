using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Relaxed;

/// <summary>The databases behind the connections whose durability a run relaxes.</summary>
/// <param name="resolve">As <see cref="PackageContext.Resolve"/>.</param>
/// <param name="resolveConnection">As <see cref="PackageContext.ResolveConnection"/>.</param>
/// <param name="time">The clock.</param>
/// <param name="application">Who works, as the server's own views shall show it: <see cref="SessionName"/>.</param>
public sealed class RelaxedDatabases(
    Solution solution, Func<string, string> resolve, Func<string, IReadOnlyList<ConnectionPart>> resolveConnection,
    TimeProvider time, string application)
{
    private readonly ConnectionValues _values = new(solution, resolve, resolveConnection, Platforms.Of);

    private readonly DatabaseUse _use = new() { IsTarget = true, Time = time, Application = application };

    /// <summary>The file that an object writes; empty where its database is none.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public string FileOf(ObjectDefinition definition) => Addresses.OfTarget(definition, _values).File;

    /// <summary>Those of a connection: one, or one for each of its files.</summary>
    /// <param name="connection">Its name.</param>
    /// <param name="ofDatabase">Whether the setting of the database is changed, where the platform leaves a
    /// choice.</param>
    /// <param name="changedThrough">The connection through which it is changed; null = the same.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public IReadOnlyList<RelaxedTarget> Of(string connection, bool ofDatabase, string? changedThrough)
    {
        var found = Addresses.Find(solution, connection);
        var platform = Platforms.Of(found)
            ?? throw new InvalidOperationException($"The connection '{connection}' is no database.");
        return [.. Addresses.All(found, _values).Select(address =>
            new RelaxedTarget(platform, address, _use, ofDatabase, Changed))];

        IDurability Changed(IDurability own, CancellationToken cancellation) => changedThrough is null ? own
            : new ChangedThrough(own, changedThrough, () => platform.OpenDurability(
                Addresses.All(Addresses.Find(solution, changedThrough), _values)[0],
                _use with { Cancellation = cancellation }, ofDatabase));
    }
}
