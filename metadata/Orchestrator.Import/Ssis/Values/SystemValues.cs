using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Values;

/// <summary>The variables of the system, and what says the same here.</summary>
internal static class SystemValues
{
    /// <summary>When the run began, as statements take it.</summary>
    public const string Began = "@orchestrator_run_began";

    /// <summary>The same in texts and conditions.</summary>
    public const string BeganFact = "${run:began}";

    private const string Space = "System";

    // The parameter of SQL and the fact of texts; what has neither has no equal.
    private static readonly (string Name, SsisValueType Type, string? Sql, string? Fact)[] Known =
    [
        ("StartTime", SsisValueType.DateTime, Began, BeganFact),
        ("ContainerStartTime", SsisValueType.DateTime, Began, BeganFact),
        ("MachineName", SsisValueType.String, "@orchestrator_run_machine", "${run:machine}"),
        ("UserName", SsisValueType.String, "@orchestrator_run_user", "${run:user}"),
        ("ExecutionInstanceGUID", SsisValueType.String, "@orchestrator_run_id", "${run:id}"),
        ("ServerExecutionID", SsisValueType.Int64, "@orchestrator_run_number", "${run:number}"),
        ("ErrorDescription", SsisValueType.String, "@orchestrator_error_message", "${error:message}"),
        ("ErrorCode", SsisValueType.Int32, "@orchestrator_error_code", "${error:code}"),
        ("SourceName", SsisValueType.String, "@orchestrator_error_object", "${error:object}"),
        ("SourceDescription", SsisValueType.String, "@orchestrator_error_object", "${error:object}"),
        ("SourceID", SsisValueType.String, "@orchestrator_error_object", "${error:object}"),
        ("PackageName", SsisValueType.String, null, null),
        ("PackageID", SsisValueType.String, null, null),
        ("VersionMajor", SsisValueType.Int32, null, null),
        ("VersionMinor", SsisValueType.Int32, null, null),
        ("VersionBuild", SsisValueType.Int32, null, null),
        ("VersionGUID", SsisValueType.String, null, null),
        ("VersionComments", SsisValueType.String, null, null),
        ("TaskName", SsisValueType.String, null, null),
        ("TaskID", SsisValueType.String, null, null),
        ("InteractiveMode", SsisValueType.Boolean, null, null),
        ("CreationDate", SsisValueType.DateTime, null, null),
        ("CreatorName", SsisValueType.String, null, null),
        ("CreatorComputerName", SsisValueType.String, null, null),
        ("EventHandlerStartTime", SsisValueType.DateTime, Began, BeganFact),
        ("LocaleID", SsisValueType.Int32, null, null),
    ];

    /// <summary>All of them; those that say which package it is have their value.</summary>
    public static IEnumerable<ImportedValue> Of(SsisPackage package) => Known.Select(each =>
        new ImportedValue(Space, each.Name, each.Type)
        {
            Value = each.Name switch
            {
                "PackageName" => package.Name,
                "PackageID" => package.Id,
                "InteractiveMode" => "false",
                _ => null,
            },
            IsConstant = each.Name is "PackageName" or "PackageID" or "InteractiveMode",
        });

    /// <summary>The parameter of SQL that says the same; null = none does.</summary>
    public static string? Sql(ImportedValue value) => Find(value)?.Sql;

    /// <summary>How texts and conditions say the same; null = they cannot.</summary>
    public static string? Fact(ImportedValue value) => Find(value)?.Fact;

    /// <summary>Whether it is when something began.</summary>
    public static bool IsBegin(ImportedValue value) => Sql(value) == Began;

    private static (string Name, SsisValueType Type, string? Sql, string? Fact)? Find(ImportedValue value)
    {
        var (space, name) = value.As is { } other ? (other.Space, other.Name) : (value.Space, value.Name);
        return space != Space || Known.All(each => each.Name != name) ? null
            : Known.First(each => each.Name == name);
    }
}
