using System.Text.Json.Serialization;

namespace Orchestrator.Ssis.Model;

/// <summary>What a node of the control flow is.</summary>
public enum ExecutableKind
{
    Other, Package, Sequence, ForEach, ForLoop, DataFlow, ExecuteSql, ExecutePackage, ExecuteProcess, Expression,
    FileSystem, SendMail, Ftp, BulkInsert, Script, WebService, Xml, AnalysisExecute, AnalysisProcess, DataMining,
    CdcControl, MessageQueue, WmiReader, WmiWatcher, ActiveScript, ExecuteDts2000, DataProfiling, TransferDatabase,
    TransferObjects, TransferJobs, TransferLogins, TransferErrorMessages, TransferStoredProcedures, Maintenance,
    Hadoop, Azure,
}

/// <summary>Whether a container takes part in a transaction, by the numbers that files hold.</summary>
public enum TransactionOption { NotSupported = 0, Supported = 1, Required = 2 }

/// <summary>A task or a container. Exactly one stands here for each `Executable` of the file.</summary>
public sealed record SsisExecutable
{
    /// <summary>`Package\Sequence\Task` by names; of an event handler `Package\Task.EventHandlers[OnError]\Task`;
    /// unique in its package (a second of one name has ` (2)` behind it).</summary>
    public required string Path { get; init; }

    public required string Name { get; init; }

    /// <summary>Its GUID with braces, upper case; may be empty.</summary>
    public string Id { get; init; } = "";

    /// <summary>Where it begins in its file.</summary>
    public int Line { get; init; }

    public ExecutableKind Kind { get; init; }

    /// <summary>The kind as written, without the version of an assembly's name.</summary>
    public string CreationName { get; init; } = "";

    public string Description { get; init; } = "";

    public bool IsDisabled { get; init; }

    public bool FailsPackage { get; init; }

    public bool FailsParent { get; init; }

    /// <summary>The errors that fail it; 1 = the first one fails it, 0 = no number does.</summary>
    public int MaximumErrorCount { get; init; } = 1;

    public TransactionOption Transaction { get; init; } = TransactionOption.Supported;

    public int IsolationLevel { get; init; }

    public bool DelaysValidation { get; init; }

    /// <summary>The result that it is made to have: -1 none, 0 success, 1 failure, 2 completion.</summary>
    public int ForcedResult { get; init; } = -1;

    /// <summary>All other properties of the container as written, ordered by name; without secrets.</summary>
    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];

    public IReadOnlyList<PropertyExpression> Expressions { get; init; } = [];

    /// <summary>The variables that are declared here, ordered by name.</summary>
    public IReadOnlyList<SsisVariable> Variables { get; init; } = [];

    /// <summary>What stands in it, in the file's order.</summary>
    public IReadOnlyList<SsisExecutable> Children { get; init; } = [];

    /// <summary>The order of its children.</summary>
    public IReadOnlyList<SsisConstraint> Constraints { get; init; } = [];

    public IReadOnlyList<SsisEventHandler> Handlers { get; init; } = [];

    /// <summary>The names of all connections that it itself uses, ordered; as written where there is none.</summary>
    public IReadOnlyList<string> Connections { get; init; } = [];

    /// <summary>Of `ExecuteSql`; null otherwise, and so on.</summary>
    public ExecuteSqlTask? Sql { get; init; }

    public DataFlowTask? DataFlow { get; init; }

    public ForEachLoop? ForEach { get; init; }

    public ForLoop? For { get; init; }

    public ExecutePackageTask? Call { get; init; }

    public FileSystemTask? FileSystem { get; init; }

    public SendMailTask? Mail { get; init; }

    public ExecuteProcessTask? Process { get; init; }

    public FtpTask? Ftp { get; init; }

    public BulkInsertTask? BulkInsert { get; init; }

    public ScriptCode? Script { get; init; }

    /// <summary>The expression of an Expression Task; null otherwise.</summary>
    public string? Expression { get; init; }

    /// <summary>The task's XML, where it is of a kind that is only named; without secrets; null otherwise.</summary>
    public string? RawText { get; init; }

    /// <summary>Whether it holds others.</summary>
    [JsonIgnore]
    public bool IsContainer => Kind is ExecutableKind.Package or ExecutableKind.Sequence or ExecutableKind.ForEach
        or ExecutableKind.ForLoop;
}

/// <summary>What happens at an event of a container. It is no executable, what stands in it are.</summary>
public sealed record SsisEventHandler
{
    /// <summary>`OnError`, `OnPostExecute` …</summary>
    public required string Event { get; init; }

    /// <summary>`Package\Task.EventHandlers[OnError]`.</summary>
    public required string Path { get; init; }

    public bool IsDisabled { get; init; }

    public IReadOnlyList<SsisVariable> Variables { get; init; } = [];

    public IReadOnlyList<PropertyExpression> Expressions { get; init; } = [];

    public IReadOnlyList<SsisExecutable> Children { get; init; } = [];

    public IReadOnlyList<SsisConstraint> Constraints { get; init; } = [];

    /// <summary>Handlers of the handler itself.</summary>
    public IReadOnlyList<SsisEventHandler> Handlers { get; init; } = [];
}

/// <summary>What a constraint looks at.</summary>
public enum ConstraintTest { Constraint, Expression, ExpressionAndConstraint, ExpressionOrConstraint }

/// <summary>The end of the former that a constraint asks for.</summary>
public enum ConstraintValue { Success, Failure, Completion }

/// <summary>An arrow between two of the children of one container.</summary>
public sealed record SsisConstraint
{
    /// <summary>The path of what comes first.</summary>
    public required string From { get; init; }

    /// <summary>The path of what waits.</summary>
    public required string To { get; init; }

    public ConstraintTest Test { get; init; }

    public ConstraintValue Value { get; init; }

    /// <summary>Null where none is evaluated.</summary>
    public string? Expression { get; init; }

    /// <summary>Whether all arrows to <see cref="To"/> have to hold; else one is enough.</summary>
    public bool IsLogicalAnd { get; init; } = true;

    public string Name { get; init; } = "";
}
