using System.Text.RegularExpressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Schema;

/// <summary>The `${env:NAME}`, `${env:NAME:-default}` and `${secret:NAME}` of values.</summary>
internal sealed class Placeholders(DiagnosticBag bag, Func<string, string?> variable)
{
    /// <summary>
    /// The scalar with its variables in place; as it stands where the run resolves it; null where it is wrong.
    /// </summary>
    public YamlScalar? Resolve(YamlScalar scalar, TextForm form, string key)
    {
        if (form == TextForm.Verbatim || !scalar.Text.Contains("${", StringComparison.Ordinal))
        {
            return scalar;
        }

        var isGood = true;
        var text = PlaceholderText.Pattern().Replace(scalar.Text, match =>
        {
            isGood &= IsGood(match, scalar, form, key);
            return StaysFor(match, form) ? match.Value : Value(match) ?? "";
        });
        if (!IsSql(form) && isGood && IsOpen(scalar.Text))
        {
            bag.Error("ORC1033", scalar.At, $"a '${{' in '{key}' is not closed, or stands within another",
                "write ${env:NAME}, or ${env:NAME:-default}");
            return null;
        }

        return !isGood ? null : IsOfRun(form) || text == scalar.Text ? scalar
            : scalar with { Text = text, Written = scalar.Text };
    }

    private static bool IsOpen(string text) =>
        PlaceholderText.Pattern().Replace(text, "").Contains("${", StringComparison.Ordinal)
        || PlaceholderText.Written(text).Contains("${", StringComparison.Ordinal);

    // What the run puts in, all of it, so that a plan says it as it is written.
    private static bool IsOfRun(TextForm form) =>
        form is TextForm.Place or TextForm.Secret or TextForm.Message or TextForm.Sent;

    private static bool StaysFor(Match match, TextForm form) => form switch
    {
        TextForm.Value or TextForm.NameOfEach or TextForm.Sent => IsVariable(match),
        TextForm.Message => IsVariable(match) || IsFact(match),
        TextForm.Fact => IsFact(match),
        TextForm.Default => match.Value == "${run:asOf}",
        TextForm.Argument => IsVariable(match) || IsFact(match) || WatermarkBound.TryParse(match.Value, out _),
        TextForm.SqlWithNames or TextForm.NameOfRun => IsName(match),
        _ => false,
    };

    private static bool IsVariable(Match match) =>
        match.Groups["kind"].Value == "var" && match.Groups["name"].Length > 0;

    private static bool IsName(Match match) => NameTexts.IsOne(match.Value);

    private static bool IsSql(TextForm form) => form is TextForm.Sql or TextForm.SqlWithNames;

    private static bool IsFact(Match match) => !match.Groups["default"].Success
        && FactName.TryParse(match.Groups["kind"].Value, match.Groups["name"].Value, out _);

    private string? Value(Match match) =>
        match.Groups["kind"].Value == "env" ? PlaceholderText.Variable(match, variable) : null;

    private static string Parameter(Match match) =>
        FactName.TryParse(match.Groups["kind"].Value, match.Groups["name"].Value, out var fact)
        && fact.Parameter is { } own ? $"@{own}" : $"facts: {{NAME: \"{match.Value}\"}}, and @NAME";

    private static bool TakesFacts(TextForm form) =>
        form is TextForm.Message or TextForm.Argument or TextForm.Fact;

    private bool IsGood(Match match, YamlScalar scalar, TextForm form, string key)
    {
        var kind = match.Groups["kind"].Value;
        var name = match.Groups["name"].Value;
        if (StaysFor(match, form))
        {
            return true;
        }

        if (IsSql(form))
        {
            bag.Error("ORC1033", scalar.At, $"'{match.Value}' in '{key}': nothing is pasted into SQL",
                kind == "var" && name.Length > 0
                    ? $"write @{name}: it is bound as a parameter"
                    : IsFact(match) ? $"write {Parameter(match)}: it is bound as a parameter"
                    : "write the value itself");
            return false;
        }

        if (kind is "rows" or "state" or "error")
        {
            bag.Error("ORC1033", scalar.At, $"'{match.Value}' has no place in '{key}'", TakesFacts(form)
                ? "facts of a package are ${rows:PACKAGE.read}, .inserted, .updated and .rejected, ${state:PACKAGE} "
                    + "and ${error:PACKAGE.code}, .text and .class"
                : "facts of packages go into messages, 'arguments' and, through 'facts', into SQL");
            return false;
        }

        if (kind is "var" or "run")
        {
            bag.Error("ORC1033", scalar.At, $"'{match.Value}' has no place in '{key}'", kind == "var"
                ? "variables go into 'value', 'file', 'enabled', messages, requests and, as @NAME, into SQL"
                : TakesFacts(form)
                    ? $"of a run is known: {string.Join(", ", FactName.OfRuns.Select(fact => fact.Part))}"
                : "${run:asOf} is the default of a variable, alone");
            return false;
        }

        if (kind is not ("env" or "secret") || name.Length == 0)
        {
            var nearest = Nearest.Find(kind, ["env", "secret"]);
            bag.Error("ORC1033", scalar.At, $"'{match.Value}' in '{key}' is neither ${{env:NAME}} nor ${{secret:NAME}}",
                "write ${env:NAME}, or ${env:NAME:-default}", Swap(match, scalar, kind, nearest));
            return false;
        }

        if (kind == "secret" && form is not (TextForm.Secret or TextForm.Sent))
        {
            bag.Error("ORC1034", scalar.At, $"a secret has no place in '{key}'",
                "${secret:NAME} stands in connectionString, mail, alerts, fileServers, stores, blobStores, mailboxes "
                + "and http only; take ${env:NAME} for the rest",
                Swap(match, scalar, "secret", "env"));
            return false;
        }

        if (!PlaceholderText.IsGood(match))
        {
            bag.Error("ORC1033", scalar.At, $"a '${{{kind}:…}}' in '{key}' has a wrong name, or a default "
                + "that has no place there", "a variable's name holds letters, digits and '_', a secret's "
                + "also '-' and '.'; a secret has no default");
            return false;
        }

        if (kind == "env" && Value(match) is null)
        {
            bag.Error("ORC1033", scalar.At, $"the environment variable '{name}' in '{key}' is not set",
                $"set it, or give a default: ${{env:{name}:-default}}",
                Swap(match, scalar, match.Value, $"${{env:{name}:-default}}"));
            return false;
        }

        return true;
    }

    private static Fix? Swap(Match match, YamlScalar scalar, string old, string? better)
    {
        if (better is null || scalar.Text.Contains('\n', StringComparison.Ordinal))
        {
            return null;
        }

        var offset = match.Index + match.Value.IndexOf(old, StringComparison.Ordinal) + (scalar.IsPlain ? 0 : 1);
        return new Fix(scalar.At with { Column = scalar.At.Column + offset }, old.Length, better);
    }
}
