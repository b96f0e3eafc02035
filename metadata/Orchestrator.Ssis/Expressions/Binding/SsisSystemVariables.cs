using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>The variables that each package has, and the types that the reference gives them.</summary>
public static class SsisSystemVariables
{
    /// <summary>The namespace of them all.</summary>
    public const string Space = "System";

    private static readonly SsisType Text = SsisType.WStr(SsisType.LengthMax);
    private static readonly SsisType Moment = SsisType.Of(SsisKind.Date);

    private static readonly string[] Texts =
    [
        "CreationName", "CreatorComputerName", "CreatorName", "ErrorDescription", "ExecutionInstanceGUID",
        "FailedConfigurations", "MachineName", "PackageID", "PackageName", "ProgressDescription", "SourceDescription",
        "SourceID", "SourceName", "TaskID", "TaskName", "UserName", "VariableDescription", "VariableID",
        "VersionComment", "VersionGUID",
    ];

    // The reference writes the locale both ways.
    private static readonly string[] Integers =
    [
        "CancelEvent", "ErrorCode", "LocaleID", "LocaleId", "PercentComplete", "ProgressCountHigh", "ProgressCountLow",
        "TaskTransactionOption", "VersionBuild", "VersionMajor", "VersionMinor",
    ];

    private static readonly string[] Flags =
    [
        "Cancel", "ExecutionStatus", "IgnoreConfigurationsOnLoad", "InteractiveMode", "OfflineMode", "Propagate",
    ];

    private static readonly string[] Moments = ["ContainerStartTime", "CreationDate", "StartTime"];

    /// <summary>All but ExecutionValue, which has no type.</summary>
    public static IReadOnlyList<SsisSymbol> All { get; } =
    [
        .. Texts.Select(name => SsisSymbol.Variable(name, Text, Space)),
        .. Integers.Select(name => SsisSymbol.Variable(name, SsisType.I4, Space)),
        .. Flags.Select(name => SsisSymbol.Variable(name, SsisType.Bool, Space)),
        .. Moments.Select(name => SsisSymbol.Variable(name, Moment, Space)),
        SsisSymbol.Variable("ServerExecutionID", SsisType.I8, Space),
    ];
}
