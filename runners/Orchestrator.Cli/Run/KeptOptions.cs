using System.Globalization;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Run;

/// <summary>What a retry takes over from the run that it continues: its night, its variables, a full refresh.</summary>
internal sealed class KeptOptions(long run, IReadOnlyList<RunOption> options)
{
    private const string AsOf = "as-of";
    private const string Form = "yyyy-MM-dd";
    private const string Variable = "var.";

    private string From => $"run {run}";

    public bool IsFullRefresh => options.Any(option => option is { Name: RunOption.FullRefresh, Value: "true" });

    /// <summary>Those that the header of the new run shows; its variables are told by the solution.</summary>
    public IEnumerable<RunOption> Options => options.Where(option => IsKept(option.Name))
        .Select(option => option with { From = From });

    /// <summary>Whether an option is that of the first run of a chain, whatever a call or its environment says.
    /// </summary>
    public static bool IsKept(string option) => option is AsOf or RunOption.FullRefresh;

    /// <summary>How a solution is read, as that run was given it; what the call says itself counts more.</summary>
    public SolutionLoadOptions Over(SolutionLoadOptions asked) => asked with
    {
        Kept = Values.ToDictionary(StringComparer.Ordinal),
        KeptFrom = From,
        AsOf = options.FirstOrDefault(option => option.Name == AsOf) is { Value: var text }
            && DateOnly.TryParseExact(text, Form, CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
            ? date : asked.AsOf,
    };

    /// <summary>The variables that have another value than in that run, in words.</summary>
    public IEnumerable<string> Differing(Solution solution)
    {
        var today = solution.Variables.ToDictionary(variable => variable.Name, StringComparer.Ordinal);
        foreach (var (name, then) in Values)
        {
            if (!today.TryGetValue(name, out var variable))
            {
                yield return $"the variable {name} of {From} ('{then}') is none any more";
            }
            else if (variable.Value?.Text != then)
            {
                yield return $"the variable {name} is '{variable.Value?.Text}' now and was '{then}' in {From}: what is "
                    + "done there is not loaded again for that (--rerun does so)";
            }
        }
    }

    private IEnumerable<KeyValuePair<string, string>> Values => options
        .Where(option => option.Name.StartsWith(Variable, StringComparison.Ordinal))
        .Select(option => KeyValuePair.Create(option.Name[Variable.Length..], option.Value));
}
