using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Requests;

/// <summary>The node of a recorded run that a name means: one, several or none.</summary>
public sealed record LedgerNames
{
    /// <summary>The node; null where there is none or more than one.</summary>
    public NodeRecord? Node { get; private init; }

    /// <summary>The packages that a bare name may mean, where there are several.</summary>
    public IReadOnlyList<NodeRecord> Candidates { get; private init; } = [];

    /// <summary>
    /// A package by `project/object` or its bare name while that is unambiguous, else a container by
    /// `project/container`, or a project. On a clash of names the object wins.
    /// </summary>
    public static LedgerNames Find(IReadOnlyList<NodeRecord> nodes, string name)
    {
        var packages = nodes.Where(node => node.Kind == NodeKind.Package).ToArray();
        if (packages.FirstOrDefault(node => node.Name == name) is { } package)
        {
            return new LedgerNames { Node = package };
        }

        var bare = packages.Where(node => Bare(node) == name).ToArray();
        return bare.Length > 1 ? new LedgerNames { Candidates = bare }
            : bare is [var only] ? new LedgerNames { Node = only }
            : nodes.FirstOrDefault(node => IsGroup(node) && node.Name == name) is { } group
                ? new LedgerNames { Node = group }
            : new LedgerNames();
    }

    /// <summary>The names that somebody may have meant who wrote another one.</summary>
    public static IEnumerable<string> Known(IReadOnlyList<NodeRecord> nodes, string name) => nodes
        .Where(node => node.Kind == NodeKind.Package || IsGroup(node))
        .Select(node => name.Contains('/') || IsGroup(node) ? node.Name : Bare(node));

    private static bool IsGroup(NodeRecord node) => node.Kind is NodeKind.Container or NodeKind.Project;

    private static string Bare(NodeRecord package) => package.Name[(package.Name.IndexOf('/') + 1)..];
}
