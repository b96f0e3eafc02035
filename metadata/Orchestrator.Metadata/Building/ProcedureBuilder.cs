using System.Globalization;
using System.Text.RegularExpressions;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the call of a procedure of what was written in a source or an object.</summary>
internal sealed partial class ProcedureBuilder(BuildScope scope)
{
    /// <summary>The call; null where none is written.</summary>
    public Procedure? Build(YamlMap map)
    {
        if (map.Scalar(CallKeys.Name.Name) is not { } name)
        {
            foreach (var entry in map.Entries.Where(
                entry => CallKeys.Section.Keys.Any(key => key.Name == entry.Key.Text)))
            {
                scope.Context.Bag.Error("ORC1038", entry.Key.At,
                    $"'{entry.Key.Text}' does nothing without a procedure", "add procedure: SCHEMA.NAME",
                    new Fix(entry.Key.At, 0, "# "));
            }

            return null;
        }

        var parts = name.Text.Split('.');
        if (parts.Length > 2 || parts.Contains(""))
        {
            scope.Context.Bag.Error("ORC1044", name.At,
                $"expected 'procedure' to be NAME or SCHEMA.NAME, got: '{name.Text}'", "write it without quotes");
        }

        var call = new Procedure
        {
            Schema = parts.Length > 1 ? parts[0] : null,
            Name = parts[^1],
            Arguments = [.. Named(map, CallKeys.Arguments.Name).Select(Argument)],
            Outputs = [.. Named(map, CallKeys.Outputs.Name).Select(output =>
                new ProcedureOutput(output.Key.Text, ((YamlScalar)output.Value).ToDataType()))],
            At = name.At,
        };
        return CallKeys.Section.Read(call, map);
    }

    private IEnumerable<YamlEntry> Named(YamlMap map, string key)
    {
        foreach (var entry in map.Map(key)?.Entries ?? [])
        {
            if (!ParameterName().IsMatch(entry.Key.Text))
            {
                scope.Context.Bag.Error("ORC1044", entry.Key.At,
                    $"'{entry.Key.Text}' cannot be the name of a parameter",
                    "write it without @: letters, digits and _, a letter first");
            }

            yield return entry;
        }
    }

    private ProcedureArgument Argument(YamlEntry entry)
    {
        var written = (YamlScalar)entry.Value;
        if (WatermarkBound.TryParse(written.Text, out var bound))
        {
            return new ProcedureArgument(entry.Key.Text, written.Text, null) { Bound = bound };
        }

        if (written.Text.Contains("${watermark:", StringComparison.Ordinal))
        {
            scope.Context.Bag.Error("ORC1198", written.At,
                $"a bound of a watermark stands alone as an argument, got: '{written.Text}'",
                "it has a type of its own: let the procedure make of it what it needs");
        }

        var resolved = VariableTexts.Resolve(scope.Context, scope.Variables, written, takesOfRun: true);
        return new ProcedureArgument(entry.Key.Text, written.Written ?? written.Text, Value(written, resolved))
        {
            // As it is written: what the value of a variable holds is not looked at again.
            Open = IsOpen(resolved.Text) ? written.Text : null,
        };
    }

    /// <summary>Whether only the run knows it.</summary>
    private static bool IsOpen(string text) => VariableTexts.IsOpen(text) || FactTexts.IsOpen(text);

    /// <summary>A variable alone keeps its type; a plain number or flag is one.</summary>
    private object? Value(YamlScalar written, YamlScalar resolved)
    {
        if (WholeVariable().Match(written.Text) is { Success: true } whole
            && scope.Variables.TryGetValue(whole.Groups["name"].Value, out var variable))
        {
            return variable.Value;
        }

        return IsOpen(resolved.Text) ? null
            : !resolved.IsPlain || resolved.Written is not null ? resolved.Text
            : CoreSchema.Flag(resolved) is { } flag ? flag
            : CoreSchema.Number(resolved) is { } number && IsWrittenSo(number, resolved) ? number
            : decimal.TryParse(resolved.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var exact)
                && IsWrittenSo(exact, resolved) ? exact
            : resolved.Text;
    }

    // 007 and 1e5 may be codes; where the parameter is a number the server reads it as one all the same.
    private static bool IsWrittenSo(IFormattable number, YamlScalar text) =>
        number.ToString(null, CultureInfo.InvariantCulture) == text.Text;

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]{0,126}$")]
    private static partial Regex ParameterName();

    [GeneratedRegex(@"^\$\{var:(?<name>[^}]*)\}$")]
    private static partial Regex WholeVariable();
}
