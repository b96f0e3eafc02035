using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `errors`: what happens to rows that the guard refuses.</summary>
internal static class ErrorKeys
{
    private static readonly KeyMaker<ErrorOptions> Make = new("errors", new ErrorOptions());

    public static SectionKey<ErrorOptions> OnError { get; } = Make.Value(
        "onError", Parts.Refusal,
        "redirect = every policy that nobody wrote redirects, and rows of a file with a wrong number of columns",
        scalar => scalar.ToWord<Policy>(), policy => PropertyList.Word(policy),
        errors => errors.OnError, (errors, value) => errors with { OnError = value }) with
    { Effects = Effect.Reloads };

    public static SectionKey<ErrorOptions> MaxErrors { get; } = Make.Value(
        "maxErrors", new NumberShape(1, IsLimit: true), "Rejected rows that a load survives",
        scalar => scalar.ToNumber(), rows => rows.ToString(),
        errors => errors.MaxErrors, (errors, value) => errors with { MaxErrors = value }, "-1, any");

    public static SectionKey<ErrorOptions> Table { get; } = Make.Value(
        "table", Parts.Name, "Error table in the target; @@this is the target's name",
        scalar => scalar.Text, table => table,
        errors => errors.Table, (errors, value) => errors with { Table = value });

    public static Section<ErrorOptions> Section { get; } = Make.Section([OnError, MaxErrors, Table]);
}
