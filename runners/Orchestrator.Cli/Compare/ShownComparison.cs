using Orchestrator.Compare;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Compare;

/// <summary>A comparison whose texts from outside have passed the gate, so that no secret is in them.</summary>
/// <param name="Entry">What was compared.</param>
/// <param name="Time">How long it took.</param>
/// <param name="Result">What came of it.</param>
internal sealed record ShownComparison(ParityEntry Entry, TimeSpan Time, ComparisonResult Result)
{
    /// <summary>One that did not fail.</summary>
    public static ShownComparison Of(ComparedEntry compared, Secrets secrets)
    {
        var gate = new OutsideText(secrets);
        string? Gated(string? text) => text is null ? null : gate.Redacted(text);
        var result = compared.Result!;
        return new ShownComparison(
            compared.Entry with { Old = gate.Redacted(compared.Entry.Old), New = gate.Redacted(compared.Entry.New) },
            compared.Time,
            result with
            {
                Sides = (gate.Redacted(result.Sides.Left), gate.Redacted(result.Sides.Right)),
                Shown = [.. result.Shown.Select(row => row with
                {
                    Key = [.. row.Key.Select(Gated)],
                    Values = [.. row.Values.Select(value => value with
                    {
                        Left = Gated(value.Left),
                        Right = Gated(value.Right),
                    })],
                })],
            });
    }
}
