namespace Orchestrator.Ssis.Model;

/// <summary>Where a text or a value is taken from.</summary>
public enum TextSource { Direct, File, Variable }

/// <summary>What becomes of the rows of an Execute SQL Task.</summary>
public enum ResultSetKind { None, SingleRow, FullSet, Xml }

/// <summary>An Execute SQL Task.</summary>
public sealed record ExecuteSqlTask
{
    /// <summary>The connection's name; as written where there is none called so.</summary>
    public string Connection { get; init; } = "";

    public TextSource Source { get; init; }

    /// <summary>The statement; of a file the connection's name, of a variable its full name.</summary>
    public string Statement { get; init; } = "";

    public bool IsStoredProcedure { get; init; }

    public bool BypassesPrepare { get; init; }

    /// <summary>Seconds; 0 = none.</summary>
    public int TimeoutSeconds { get; init; }

    /// <summary>The code page of a statement in a file.</summary>
    public int CodePage { get; init; }

    public ResultSetKind Result { get; init; }

    /// <summary>`TypeConversionMode`; whether values may change their type on their way to variables.</summary>
    public bool ConvertsTypes { get; init; } = true;

    public IReadOnlyList<SqlTaskParameter> Parameters { get; init; } = [];

    /// <summary>Which column (by name, or by its place from 0) goes to which variable.</summary>
    public IReadOnlyList<ResultTarget> Results { get; init; } = [];
}

/// <summary>The way that a parameter's value goes.</summary>
public enum ParameterWay { Input, Output, ReturnValue, InputOutput }

/// <summary>A parameter of a statement.</summary>
/// <param name="Name">As written: `0`, `@id`, `Param1`.</param>
/// <param name="Variable">Its full name.</param>
/// <param name="Way">Input, output, or what the procedure returns.</param>
/// <param name="TypeCode">The number of its type, as its connection's kind counts.</param>
/// <param name="Type">The same in the words of flows (`DT_I4`); empty where the number is not known.</param>
/// <param name="Size">-1 = as the value has it.</param>
public sealed record SqlTaskParameter(
    string Name, string Variable, ParameterWay Way, int TypeCode, string Type, int Size);

/// <summary>A column of a result and the variable that takes it.</summary>
public sealed record ResultTarget(string Column, string Variable);

/// <summary>What a ForEach loop runs over.</summary>
public enum EnumeratorKind { Other, Rows, Files, Items, Nodes, Smo, Variable, SchemaRows, Hdfs, AzureBlobs }

/// <summary>How a set of rows is walked: of its first table, of all tables, or the tables themselves.</summary>
public enum RowSetWalk { FirstTable, AllTables, Tables }

/// <summary>A ForEach loop.</summary>
public sealed record ForEachLoop
{
    public EnumeratorKind Kind { get; init; }

    /// <summary>As written.</summary>
    public string CreationName { get; init; } = "";

    /// <summary>Of `Rows` and `Variable`: the variable's full name.</summary>
    public string Variable { get; init; } = "";

    public RowSetWalk Walk { get; init; }

    /// <summary>Of `Files`.</summary>
    public string Folder { get; init; } = "";

    /// <summary>Of `Files`: the pattern, as `*.csv`.</summary>
    public string FileSpec { get; init; } = "";

    /// <summary>Of `Files`: what of a file's name is given: `FullPath`, `NameAndExtension` or `Name`.</summary>
    public string NameRetrieved { get; init; } = "";

    public bool IsRecursive { get; init; }

    /// <summary>Of `Items`: the rows, each with its values as texts.</summary>
    public IReadOnlyList<IReadOnlyList<string>> Items { get; init; } = [];

    /// <summary>Which value (by its place from 0) goes to which variable.</summary>
    public IReadOnlyList<LoopMapping> Mappings { get; init; } = [];

    /// <summary>Expressions of the enumerator itself, as `Directory` and `FileSpec`.</summary>
    public IReadOnlyList<PropertyExpression> Expressions { get; init; } = [];

    /// <summary>The enumerator's properties as written, ordered by name.</summary>
    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];

    /// <summary>The enumerator's XML, where it is of another kind; null otherwise.</summary>
    public string? RawText { get; init; }
}

/// <summary>A value of a turn and the variable that takes it.</summary>
public sealed record LoopMapping(int Index, string Variable);

/// <summary>A For loop.</summary>
/// <param name="Init">The assignment before the first turn; may be empty.</param>
/// <param name="Evaluate">The condition of a turn.</param>
/// <param name="Assign">The assignment after a turn; may be empty.</param>
public sealed record ForLoop(string Init, string Evaluate, string Assign);

/// <summary>An Execute Package Task.</summary>
public sealed record ExecutePackageTask
{
    /// <summary>Whether a package of its own project is meant.</summary>
    public bool IsProjectReference { get; init; }

    /// <summary>The package as written: `Load.dtsx`, a path in a store; empty where the connection says it.</summary>
    public string Package { get; init; } = "";

    /// <summary>The name of the connection that leads to it; empty of a reference.</summary>
    public string Connection { get; init; } = "";

    public bool IsOutOfProcess { get; init; }

    /// <summary>The file of the package that was found for it; empty where none was.</summary>
    public string CalledFile { get; init; } = "";

    public IReadOnlyList<PackageArgument> Arguments { get; init; } = [];
}

/// <summary>What a called package is given.</summary>
/// <param name="Parameter">The called package's parameter.</param>
/// <param name="Source">The variable or parameter of the calling one, as written.</param>
public sealed record PackageArgument(string Parameter, string Source);

/// <summary>A path of a task that is named or computed.</summary>
/// <param name="Source">`Direct`: the text itself; `File`: a connection; `Variable`: a variable.</param>
/// <param name="Value">The text, the connection's name or the variable's full name.</param>
public sealed record TaskPath(TextSource Source, string Value);

/// <summary>A File System Task.</summary>
public sealed record FileSystemTask
{
    /// <summary>`CopyFile`, `MoveFile`, `DeleteFile`, `RenameFile`, `SetAttributes`, `CreateDirectory`,
    /// `CopyDirectory`, `MoveDirectory`, `DeleteDirectory`, `DeleteDirectoryContent`.</summary>
    public string Operation { get; init; } = "";

    public TaskPath From { get; init; } = new(TextSource.Direct, "");

    public TaskPath To { get; init; } = new(TextSource.Direct, "");

    public bool Overwrites { get; init; }

    /// <summary>Attributes that are set, as written; empty where none are.</summary>
    public string Attributes { get; init; } = "";
}

/// <summary>A Send Mail Task.</summary>
public sealed record SendMailTask
{
    public string Connection { get; init; } = "";

    public string From { get; init; } = "";

    public string To { get; init; } = "";

    public string Cc { get; init; } = "";

    public string Bcc { get; init; } = "";

    public string Subject { get; init; } = "";

    public TextSource Source { get; init; }

    /// <summary>The text itself, a connection's name or a variable's full name.</summary>
    public string Message { get; init; } = "";

    /// <summary>Names of files, with `|` between them.</summary>
    public string Attachments { get; init; } = "";

    /// <summary>`Normal`, `High` or `Low`.</summary>
    public string Priority { get; init; } = "Normal";
}

/// <summary>An Execute Process Task.</summary>
public sealed record ExecuteProcessTask
{
    public string Executable { get; init; } = "";

    public string Arguments { get; init; } = "";

    public string WorkingFolder { get; init; } = "";

    /// <summary>Full names of variables; empty where there are none.</summary>
    public string InputVariable { get; init; } = "";

    public string OutputVariable { get; init; } = "";

    public string ErrorVariable { get; init; } = "";

    public bool RequiresFullName { get; init; } = true;

    public bool FailsOnReturnValue { get; init; } = true;

    public int SuccessValue { get; init; }

    /// <summary>Seconds; 0 = none.</summary>
    public int TimeoutSeconds { get; init; }
}

/// <summary>An FTP Task.</summary>
public sealed record FtpTask
{
    public string Connection { get; init; } = "";

    /// <summary>`Send`, `Receive`, `CreateLocalDirectory`, `CreateRemoteDirectory`, `RemoveLocalDirectory`,
    /// `RemoveRemoteDirectory`, `DeleteLocal`, `DeleteRemote`.</summary>
    public string Operation { get; init; } = "";

    /// <summary>A path on this machine.</summary>
    public TaskPath Local { get; init; } = new(TextSource.Direct, "");

    /// <summary>A path on the server.</summary>
    public TaskPath Remote { get; init; } = new(TextSource.Direct, "");

    public bool Overwrites { get; init; }

    public bool IsAscii { get; init; }
}

/// <summary>A Bulk Insert Task.</summary>
public sealed record BulkInsertTask
{
    /// <summary>The target's connection.</summary>
    public string Connection { get; init; } = "";

    /// <summary>The connection of the file.</summary>
    public string FileConnection { get; init; } = "";

    public string Table { get; init; } = "";

    /// <summary>With their control characters.</summary>
    public string FieldTerminator { get; init; } = "";

    public string RowTerminator { get; init; } = "";

    public int FirstRow { get; init; }

    public int LastRow { get; init; }

    public string CodePage { get; init; } = "";

    public string DataFileType { get; init; } = "";

    public string FormatFile { get; init; } = "";

    public int MaximumErrors { get; init; }

    public bool KeepsNulls { get; init; }

    public bool KeepsIdentity { get; init; }

    public bool ChecksConstraints { get; init; }

    public bool FiresTriggers { get; init; }

    public string SortedData { get; init; } = "";
}

/// <summary>The code of a Script Task or a Script Component.</summary>
public sealed record ScriptCode
{
    /// <summary>`CSharp` or `VisualBasic`.</summary>
    public string Language { get; init; } = "";

    public string EntryPoint { get; init; } = "";

    public string ProjectName { get; init; } = "";

    /// <summary>Full names of variables, ordered.</summary>
    public IReadOnlyList<string> ReadVariables { get; init; } = [];

    public IReadOnlyList<string> WriteVariables { get; init; } = [];

    /// <summary>The texts of the project, without secrets and without compiled parts, ordered by name.</summary>
    public IReadOnlyList<ScriptFile> Files { get; init; } = [];
}

/// <summary>A text of a script's project.</summary>
public sealed record ScriptFile(string Name, string Text);
