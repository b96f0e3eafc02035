using System.CommandLine;
using System.CommandLine.Help;
using Orchestrator.Cli.Compare;
using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Demo;
using Orchestrator.Cli.Doctor;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Guide;
using Orchestrator.Cli.Imports;
using Orchestrator.Cli.Lab;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Rejects;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Serve;
using Orchestrator.Cli.Solutions;
using Orchestrator.Cli.Status;

namespace Orchestrator.Cli;

/// <summary>All verbs, and how help groups them.</summary>
internal static class VerbTable
{
    public static IReadOnlyList<(string Title, string[] Verbs)> Groups { get; } =
    [
        ("start", ["demo", "init"]),
        ("look at metadata (these start nothing, and only `validate --online` connects)",
            ["validate", "plan", "show", "ls", "diff", "plugins", "schema"]),
        ("run, and look at runs",
            [
                "run", "retry", "status", "history", "logs", "waits", "compare", "report", "rejects", "watermarks",
                "ledger", "durability", "doctor", "purge",
            ]),
        ("ask something of a run at work, from another terminal",
            ["cancel", "hold", "release", "skip", "prioritise"]),
        ("fire triggers, and serve a page and an API", ["serve", "schedules", "tokens", "alerts"]),
        ("take bursts of rows through a buffer", ["absorb"]),
        ("connect (nothing is loaded)", ["connections", "import"]),
        ("measure", ["bench", "calibrate", "monitor"]),
        ("about", ["help", "explain", "completion", "version"]),
    ];

    /// <summary>The grammar; one for the process, because a symbol remembers its parents.</summary>
    public static RootCommand Root { get; } = Build();

    /// <summary>The lines that tell of runs from the ledger, one of each verb that does.</summary>
    public static IEnumerable<string> Looks =>
        Root.Subcommands.OfType<Verb>().Select(verb => verb.Look).OfType<string>();

    private static RootCommand Build()
    {
        var root = new RootCommand("Loads hundreds of tables through stages, from metadata in git.");
        root.Options.Remove(root.Options.OfType<HelpOption>().Single());
        root.Add(new HelpOption("--help", "-h") { Description = "This text" });
        CommonOptions.AddTo(root);
        foreach (var verb in All(root))
        {
            root.Add(verb);
        }

        return root;
    }

    private static IEnumerable<Verb> All(RootCommand root) =>
    [
        DemoVerb.Create(), InitVerb.Create(), SchemaVerb.Create(),
        ValidateVerb.Create(), PlanVerb.Create(), ShowVerb.Create(), LsVerb.Create(), DiffVerb.Create(),
        SchedulesVerb.Create(), PluginsVerb.Create(),
        RunVerb.Create(), RetryVerb.Create(), StatusVerb.Create(), HistoryVerb.Create(), LogsVerb.Create(),
        WaitsVerb.Create(), CompareVerb.Create(), ReportVerb.Create(), RejectsVerb.Create(),
        WatermarksVerb.Create(), LedgerVerb.Create(), DurabilityVerb.Create(), DoctorVerb.Create(),
        PurgeVerb.Create(),
        .. OperatorVerbs.Create(), ServeVerb.Create(), FiredVerb.Create(), TokensVerb.Create(), AlertsVerb.Create(),
        AbsorbVerb.Create(), ConnectionsVerb.Create(), ImportVerb.Create(),
        BenchVerb.Create(), CalibrateVerb.Create(), MonitorVerb.Create(),
        VersionVerb.Create(), HelpVerb.Create(root), ExplainVerb.Create(), CompletionVerb.Create(),
    ];
}
