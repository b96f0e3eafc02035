using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `expect`: what is expected of each attempt. None of them changes a row.</summary>
internal static class ExpectKeys
{
    private static readonly OptionMaker<Expectations> Make = new("expect", new Expectations(), expect => expect.At);

    public static SectionKey<Expectations> RowsRead { get; } = Make.Value<string?>(
        "rowsRead", Parts.Text,
        "Comparison of the rows that a load reads: \">0\", \"= 12\", \"100..200\"; else the attempt fails",
        scalar => scalar.Text, rows => rows,
        expect => expect.RowsRead, (expect, value) => expect with { RowsRead = value });

    public static SectionKey<Expectations> MaxDurationFactor { get; } = Make.Value<long?>(
        "maxDurationFactor", new NumberShape(2, Max: 1000),
        "An attempt warns that works longer than so many times the median of its past successes",
        scalar => scalar.ToNumber(), factor => factor?.ToString(),
        expect => expect.MaxDurationFactor, (expect, value) => expect with { MaxDurationFactor = value });

    public static SectionKey<Expectations> NoProgress { get; } = Make.Value<TimeSpan?>(
        "noProgress", Parts.Duration, "An attempt warns that has made no progress for so long",
        scalar => scalar.ToDuration(), span => span is { } written ? PropertyList.Duration(written) : null,
        expect => expect.NoProgress, (expect, value) => expect with { NoProgress = value });

    public static Section<Expectations> Section { get; } = Make.Section([RowsRead, MaxDurationFactor, NoProgress]);
}
