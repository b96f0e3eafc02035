using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Status;

/// <summary>The package that a name means, of those of the ledger and those of the solution: either may know more.
/// </summary>
internal static class PackageNames
{
    /// <summary>The names of those of a solution; none where it has mistakes.</summary>
    public static IEnumerable<string> Of(Solution? solution) => solution is null ? [] : solution.Projects
        .SelectMany(project => project.Objects).Select(one => one.FullName);

    /// <summary>The full names that it may mean; one that is written in full means itself.</summary>
    public static string[] Meant(string name, string[] all) => all.Contains(name) ? [name]
        : [.. all.Where(each => each.EndsWith("/" + name, StringComparison.Ordinal)).Distinct()];

    /// <summary>The one that is meant.</summary>
    /// <exception cref="UsageException">There is none, or the name may mean several.</exception>
    public static string Full(string name, IEnumerable<string> known)
    {
        var all = known.Distinct().ToArray();
        var found = Meant(name, all);
        return found.Length switch
        {
            1 => found[0],
            0 => throw new UsageException($"there is no package '{name}'",
                NearName.Hint(name, all.Concat(all.Select(each => each[(each.IndexOf('/') + 1)..])))),
            _ => throw new UsageException(
                $"'{name}' may mean {found.Length} packages: give one of them in full", string.Join(", ", found)),
        };
    }
}
