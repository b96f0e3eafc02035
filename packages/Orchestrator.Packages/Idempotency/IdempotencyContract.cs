using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Idempotency;

/// <summary>What each kind says of running twice by chance, asked in one place.</summary>
internal static class IdempotencyContract
{
    /// <summary>Whether a package must not run again where nobody knows what an attempt has done.</summary>
    public static bool RunsOnce(ObjectDefinition definition) =>
        PackageKinds.All.TryGetValue(definition.Kind, out var kind) && kind.RunsOnce(definition);
}
