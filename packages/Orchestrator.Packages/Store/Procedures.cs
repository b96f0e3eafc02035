using System.Text.RegularExpressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Calls of procedures as a platform takes them.</summary>
internal static partial class Procedures
{
    /// <summary>The call that an object reads; null where it reads none.</summary>
    /// <param name="context">The attempt.</param>
    /// <param name="dialect">How its platform writes names.</param>
    /// <param name="bounds">Bounds of what is read; null = there are none.</param>
    public static ProcedureCall? OfSource(
        PackageContext context, Dialect dialect, Func<WatermarkBound, TypedValue?>? bounds) =>
        context.Object.Source?.Procedure is { } procedure ? CallOf(procedure, dialect, context, bounds) : null;

    /// <summary>The call with what the run has found out in the place of the variables that its arguments name.
    /// </summary>
    public static ProcedureCall CallOf(
        Procedure procedure, Dialect dialect, PackageContext context,
        Func<WatermarkBound, TypedValue?>? bounds = null) =>
        CallOf(procedure, dialect) with
        {
            Arguments =
            [
                .. procedure.Arguments.Select(argument => (argument.Name, argument.Bound is { } bound
                    ? bounds?.Invoke(bound) : argument.Open is { } open ? Found(open, context) : argument.Value)),
            ],
        };

    public static ProcedureCall CallOf(Procedure procedure, Dialect dialect) => new(
        dialect.Table(procedure.Schema, procedure.Name),
        [.. procedure.Arguments.Select(argument => (argument.Name, argument.Value))])
    {
        Outputs = [.. procedure.Outputs.Select(output => new RowColumn(output.Name, output.DataType))],
        FailsOnReturnCode = procedure.FailsOnReturnCode,
    };

    /// <summary>A variable or fact alone keeps its type; within a text it is text, and with NULL in it all is NULL.
    /// </summary>
    private static object? Found(string open, PackageContext context)
    {
        if (Reference().Match(open) is { Success: true } whole && whole.Length == open.Length)
        {
            return Given(whole, context);
        }

        return Reference().Matches(open).Any(match => Given(match, context) is null) ? null
            : Reference().Replace(open, match => Given(match, context)!.Text);
    }

    private static TypedValue? Given(Match reference, PackageContext context)
    {
        var (word, name) = (reference.Groups["word"].Value, reference.Groups["name"].Value);
        return word == "var" ? context.ValueOf(name)
            : FactName.TryParse(word, name, out var fact) ? context.FactOf(fact) : null;
    }

    /// <summary>What is wrong with a call on a platform.</summary>
    public static IEnumerable<Diagnostic> Check(Procedure? procedure, IPlatform? platform)
    {
        if (procedure is not null && platform is { Abilities.HasProcedures: false })
        {
            yield return NameChecks.Error("ORC1331", procedure.At,
                $"{platform.Name} has no stored procedures, so '{procedure.Name}' cannot be called.",
                "Write the statements as `sql` or `query`.");
        }
    }

    [GeneratedRegex(@"\$\{(?<word>var|run|rows|state|error):(?<name>[^}]*)\}")]
    private static partial Regex Reference();
}
