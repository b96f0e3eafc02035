using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;
using Orchestrator.Report;

namespace Orchestrator.Runner;

/// <summary>
/// Loads what a run needs at its end while its metadata are read. Of a run of small packages most time goes into the
/// loading of code, that of the page of its report above all.
/// </summary>
public static class WarmUp
{
    private static readonly DateTimeOffset At = DateTimeOffset.UnixEpoch;

    /// <summary>Begins it on a thread of its own; nobody waits for it.</summary>
    public static void Begin() => new Thread(LoadQuietly) { IsBackground = true, Name = "warm-up" }.Start();

    /// <summary>Loads it, in the order in which it is wanted.</summary>
    /// <param name="page">Where the page of a run goes that there never was.</param>
    internal static void Load(TextWriter page)
    {
        YamlWarmUp.Load();
        PlanJson.Read(PlanJson.Write(PlanJson.Renamed(Document(), 0, "Staging")));
        SqliteLibrary.Load();
        _ = new RunMachine(Plan(), new RunMachineOptions { Slots = 1 });
        HtmlReport.Write(page, Facts(), Options());
    }

    private static void LoadQuietly()
    {
        try
        {
            Load(TextWriter.Null);
        }
#pragma warning disable CA1031 // Whatever is wrong with it, the run itself meets it, and tells.
        catch (Exception)
#pragma warning restore CA1031
        {
        }
    }

    private static PlanContent Document() => new()
    {
        Solution = "",
        Batch = "Nightly",
        Environment = "",
        Hash = "",
        Nodes =
        [
            new PlanEntry(NodeKind.Batch, "Nightly", -1, "",
                [new PlanProperty("kind", KindTable.Default.Word, default)]),
        ],
        Connections = [],
    };

    private static ReportOptions Options() => new()
    {
        NextCommand = "",
        Before = [[], [], [], [], []],
        WrittenAt = At,
        Version = "",
        LedgerVersion = 0,
        Line = text => text,
        Block = text => text,
    };

    private static RunFacts Facts() => new()
    {
        Run = new RunRecord
        {
            Number = 1,
            Id = Guid.Empty,
            Solution = "",
            Batch = "Nightly",
            Environment = "",
            PlanHash = "",
            GateSlots = 1,
            Processors = 1,
            GitCommit = "",
            Version = "",
            Origin = new RunOrigin("", "", 0, ""),
            Started = At,
            Ended = At,
            Verdict = RunVerdict.Succeeded,
        },
        Options = [],
        PlanJson = "",
        Nodes = [.. Plan().Nodes.Select(Node)],
        Attempts = [Attempt()],
        Transitions = [],
        Errors = [],
        Warnings = [],
        Waits = [new WaitRecord(4, 1, WaitReason.Claim, TimeSpan.Zero)],
        Scopes = [],
        Databases = [],
    };

    private static NodeRecord Node(PlanNode node) => new()
    {
        Node = node.Index,
        Kind = node.Kind,
        Name = node.Name,
        Parent = node.Parent,
        PackageKind = node.PackageKind,
        Purpose = node.Purpose,
        Hash = "",
        State = NodeState.Succeeded,
        Since = At,
        Why = "",
        Last = node.Kind == NodeKind.Package ? Attempt() : null,
    };

    private static AttemptRecord Attempt() => new()
    {
        Id = 1,
        Run = 1,
        Node = 4,
        Number = 1,
        State = NodeState.Succeeded,
        Started = At,
        Ended = At,
    };

    private static Plan Plan() => new()
    {
        Solution = "",
        Batch = "Nightly",
        Environment = "",
        Hash = "",
        Nodes =
        [
            .. new[] { NodeKind.Batch, NodeKind.Project, NodeKind.Level, NodeKind.Container, NodeKind.Package }
                .Select((kind, index) => new PlanNode
                {
                    Index = index,
                    Kind = kind,
                    Name = $"{kind}",
                    Parent = index - 1,
                    PackageKind = kind == NodeKind.Package ? KindTable.Default.Word : "",
                    Purpose = kind == NodeKind.Package ? KindTable.Default.Purpose : PackagePurpose.None,
                }),
        ],
    };
}
