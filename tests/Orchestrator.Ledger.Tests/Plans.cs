using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

/// <summary>Plans for the tests: a batch (node 0) with packages 1, 2, …, named S/p1, S/p2, …</summary>
internal static class Plans
{
    public static Plan Of(string batch, int packages, string environment = "default", string hash = "abc") => new()
    {
        Solution = "shop",
        Batch = batch,
        Environment = environment,
        Hash = hash,
        Nodes =
        [
            new PlanNode { Index = 0, Kind = NodeKind.Batch, Name = batch, Parent = -1 },
            .. Enumerable.Range(1, packages).Select(index => new PlanNode
            {
                Index = index,
                Kind = NodeKind.Package,
                Name = $"S/p{index}",
                Parent = 0,
                PackageKind = "load",
                Purpose = PackagePurpose.Load,
                Hash = $"h{index}",
            }),
        ],
    };
}
