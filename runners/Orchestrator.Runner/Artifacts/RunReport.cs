using System.Runtime.CompilerServices;
using System.Text;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Report;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>The report of a run as one HTML file, derived from the ledger like the other artifacts.</summary>
public sealed class RunReport
{
    /// <summary>Its name in the folder of a run's artifacts.</summary>
    public const string FileName = "report.html";

    /// <summary>What stands near the beginning of each.</summary>
    public const string Mark = HtmlReport.Mark;

    /// <summary>Takes secrets out of all that it shows.</summary>
    public required OutsideText Outside { get; init; }

    /// <summary>A command as it is pasted from anywhere: <see cref="RunRequest.Command"/>.</summary>
    public required Func<string, string> Command { get; init; }

    /// <summary>Version of the ledger's schema.</summary>
    public required long LedgerVersion { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>Values of rejected rows, where somebody asked for them.</summary>
    public IReadOnlyList<RejectedValue> Rejected { get; init; } = [];

    /// <summary>Writes the report of a run, also of one that is still at work.</summary>
    // A method of its own: what renders pages is loaded when a page is asked for, and not by those who name this type.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Write(Stream stream, RunFacts facts)
    {
        using var writer = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        HtmlReport.Write(writer, facts, new ReportOptions
        {
            Before = StoredOrder.Of(PlanJson.Read(facts.PlanJson)),
            NextCommand = Command(RunSummaries.NextCommand(facts.Run, facts.Nodes, facts.Errors, facts.Options)),
            WrittenAt = Time.GetUtcNow(),
            Version = RunHost.Version,
            LedgerVersion = LedgerVersion,
            Rejected = Rejected,
            Line = Outside.Line,
            Block = Outside.Block,
        });
    }
}
