using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys under `absorb`: the buffer that takes bursts of rows, and how it is drained. None of them changes a row.
/// </summary>
internal static class AbsorbKeys
{
    private const string Ordered = "ordered";
    private const string Unordered = "none";

    private static readonly OptionMaker<AbsorbOptions> Make = new("absorb", new AbsorbOptions(), absorb => absorb.At);

    public static SectionKey<AbsorbOptions> Buffer { get; } = Make.Value<string?>(
        "buffer", Parts.Name, "The buffer's name, beside the target", scalar => scalar.Text, name => name,
        absorb => absorb.Buffer, (absorb, value) => absorb with { Buffer = value },
        "its name with _buffer behind it");

    public static SectionKey<AbsorbOptions> Persisted { get; } = Make.Flag(
        "persisted", "Whether its rows are there after a crash of the server",
        absorb => absorb.Persisted, (absorb, value) => absorb with { Persisted = value });

    public static SectionKey<AbsorbOptions> Interval { get; } = Make.Value(
        "interval", Parts.Duration, "How often it is looked at while it is empty, and how long a batch may take",
        scalar => scalar.ToDuration(),
        value => value == AbsorbOptions.IntervalDefault ? null : PropertyList.Duration(value),
        absorb => absorb.Interval, (absorb, value) => absorb with { Interval = value },
        PropertyList.Duration(AbsorbOptions.IntervalDefault));

    public static SectionKey<AbsorbOptions> RowsPerBatch { get; } = Make.Value(
        "rowsPerBatch", new NumberShape(1), "Rows that are drained in one transaction, at most",
        scalar => scalar.ToNumber(), rows => rows.ToString(),
        absorb => absorb.RowsPerBatch, (absorb, value) => absorb with { RowsPerBatch = value });

    public static SectionKey<AbsorbOptions> DropExisting { get; } = Make.Flag(
        "dropExisting", "Whether `absorb create` may drop a buffer that is empty",
        absorb => absorb.DropExisting, (absorb, value) => absorb with { DropExisting = value });

    public static SectionKey<AbsorbOptions> MaxParallelism { get; } = Make.Value(
        "maxParallelism", new NumberShape(0, Max: 64), "SQL Server: processors that one statement may use",
        scalar => (int)scalar.ToNumber(), processors => processors.ToString(),
        absorb => absorb.MaxParallelism, (absorb, value) => absorb with { MaxParallelism = value },
        "0, as the server says");

    public static SectionKey<AbsorbOptions> Index { get; } = Make.Value(
        "index", new WordShape([Ordered, Unordered]), "Whether its rows are found in order",
        scalar => scalar.Text != Unordered, isIndexed => isIndexed ? Ordered : Unordered,
        absorb => absorb.IsIndexed, (absorb, value) => absorb with { IsIndexed = value });

    public static SectionKey<AbsorbOptions> RunOnce { get; } = Make.Flag(
        "runOnce", "`absorb run`: it ends when all that was there is drained",
        absorb => absorb.RunOnce, (absorb, value) => absorb with { RunOnce = value });

    public static SectionKey<AbsorbOptions> PrintStatistics { get; } = Make.Flag(
        "printStatistics", "`absorb run`: it tells each batch",
        absorb => absorb.PrintStatistics, (absorb, value) => absorb with { PrintStatistics = value });

    public static SectionKey<AbsorbOptions> MaxRows { get; } = Make.Value<long?>(
        "maxRows", new NumberShape(1), "`absorb run`: rows after which it ends",
        scalar => scalar.ToNumber(), rows => rows?.ToString(),
        absorb => absorb.MaxRows, (absorb, value) => absorb with { MaxRows = value }, "none");

    public static SectionKey<AbsorbOptions> MaxErrors { get; } = Make.Value(
        "maxErrors", new NumberShape(1, Max: 1000), "`absorb run`: failures in a row after which it ends",
        scalar => (int)scalar.ToNumber(), failures => failures.ToString(),
        absorb => absorb.MaxErrors, (absorb, value) => absorb with { MaxErrors = value });

    public static Section<AbsorbOptions> Section { get; } = Make.Section([
        Buffer, Persisted, Interval, RowsPerBatch, DropExisting, MaxParallelism, Index, RunOnce, PrintStatistics,
        MaxRows, MaxErrors,
    ]);

    public static KindSection<AbsorbOptions> Own { get; } =
        new(Section, "the buffer that takes bursts of rows, and how it is drained");
}
