using Orchestrator.Packages.Check;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Sql;

namespace Orchestrator.Packages;

/// <summary>The kinds of package that there are.</summary>
public static class PackageKinds
{
    /// <summary>All kinds by their word in YAML: load, sql, check.</summary>
    public static IReadOnlyDictionary<string, IPackageKind> All { get; } =
        new IPackageKind[] { new LoadKind(), new SqlKind(), new CheckKind() }.ToDictionary(kind => kind.Name);
}
