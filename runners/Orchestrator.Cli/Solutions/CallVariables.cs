using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Solutions;

/// <summary>The variables that a call gives, and the date of its night.</summary>
internal static class CallVariables
{
    private const string Form = "yyyy-MM-dd";

    public static Option<string[]> Var { get; } = CommonOptions.Texts(
        "--var", "NAME=VALUE", "Value of a variable of the solution; repeatable");

    public static Option<string> AsOf { get; } = CommonOptions.Text(
        "--as-of", "DATE", "Date of the night, ${run:asOf}, as 2026-01-31 [default: today]");

    /// <summary>The same with what the call says of variables.</summary>
    public static SolutionLoadOptions Of(Call call, SolutionLoadOptions options) => options with
    {
        Given = Given(call),
        AsOf = Date(call).Value,
        IsRun = call.Verb.Options.Contains(Var),
    };

    /// <summary>What of it is not the default, for the header of a run.</summary>
    public static IEnumerable<RunOption> Said(Call call)
    {
        if (Date(call) is { From: not "default" } date)
        {
            yield return new RunOption("as-of", date.Value.ToString(Form, CultureInfo.InvariantCulture),
                date.From.StartsWith("--", StringComparison.Ordinal) ? "flag" : date.From);
        }

        foreach (var (name, value) in Given(call))
        {
            yield return new RunOption($"var.{name}", value, "flag");
        }
    }

    private static Resolved<DateOnly> Date(Call call)
    {
        var (text, from) = call.Text(AsOf);
        if (text is null)
        {
            return new Resolved<DateOnly>(DateOnly.FromDateTime(call.Host.Time.GetLocalNow().Date), from);
        }

        return DateOnly.TryParseExact(text, Form, CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? new Resolved<DateOnly>(date, from)
            : throw new UsageException($"expected {from} to be a date like 2026-01-31, got: '{text}'");
    }

    private static Dictionary<string, string> Given(Call call)
    {
        var given = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var text in call.Texts(Var))
        {
            var sign = text.IndexOf('=', StringComparison.Ordinal);
            if (sign < 1)
            {
                throw new UsageException($"expected --var to be NAME=VALUE, got: '{text}'");
            }

            if (!given.TryAdd(text[..sign], text[(sign + 1)..]))
            {
                throw new UsageException($"--var gives '{text[..sign]}' twice");
            }
        }

        return given;
    }
}
