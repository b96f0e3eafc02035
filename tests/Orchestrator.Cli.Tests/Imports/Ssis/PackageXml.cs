using System.Security;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Packages of our own making, as their designer writes them in format 8.</summary>
internal static class PackageXml
{
    /// <summary>A statement gives one row.</summary>
    public const string OneRow = "SQLTask:ResultType=\"ResultSetType_SingleRow\"";

    private const string Spaces = "xmlns:DTS=\"www.microsoft.com/SqlServer/Dts\" "
        + "xmlns:SQLTask=\"www.microsoft.com/sqlserver/dts/tasks/sqltask\"";

    /// <summary>A package with two databases, Source and Target.</summary>
    /// <param name="tasks">Its tasks.</param>
    /// <param name="constraints">The arrows between them.</param>
    /// <param name="variables">Its variables.</param>
    /// <param name="more">What stands behind that.</param>
    /// <param name="connections">Its connections; empty = those two.</param>
    /// <param name="name">Its name.</param>
    /// <param name="format">Of the two formats with attributes.</param>
    public static string Of(string tasks, string constraints = "", string variables = "", string more = "",
        string connections = "", string name = "Nightly", int format = 8) =>
        $"<DTS:Executable {Spaces} DTS:refId=\"Package\" DTS:CreationName=\"Microsoft.Package\" "
        + $"DTS:ExecutableType=\"Microsoft.Package\" DTS:DTSID=\"{{PACKAGE}}\" DTS:ObjectName=\"{name}\">"
        + $"<DTS:Property DTS:Name=\"PackageFormatVersion\">{format}</DTS:Property>"
        + $"<DTS:ConnectionManagers>{(connections.Length > 0 ? connections : Both)}</DTS:ConnectionManagers>"
        + Inner(tasks, constraints, variables) + more + "</DTS:Executable>";

    /// <summary>The two databases.</summary>
    public static string Both { get; } =
        PackageConnections.Database("Source", "Shop") + PackageConnections.Database("Target", "Dw");

    /// <summary>What is evaluated while the package runs, of whatever it stands in.</summary>
    public static string Expression(string property, string expression) =>
        $"<DTS:PropertyExpression DTS:Name=\"{property}\">{SecurityElement.Escape(expression)}"
        + "</DTS:PropertyExpression>";

    /// <summary>What stands in a container.</summary>
    public static string Inner(string tasks, string constraints = "", string variables = "") =>
        $"<DTS:Variables>{variables}</DTS:Variables><DTS:Executables>{tasks}</DTS:Executables>"
        + $"<DTS:PrecedenceConstraints>{constraints}</DTS:PrecedenceConstraints>";

    /// <summary>A task or container.</summary>
    /// <param name="path">Its path, as `Sequence\Load`.</param>
    /// <param name="kind">As files name it.</param>
    /// <param name="data">What its task says.</param>
    /// <param name="inner">What stands in it.</param>
    /// <param name="attributes">Further ones.</param>
    public static string Task(
        string path, string kind, string data = "", string inner = "", string attributes = "") =>
        $"<DTS:Executable DTS:refId=\"Package\\{path}\" DTS:CreationName=\"{kind}\" DTS:ExecutableType=\"{kind}\" "
        + $"DTS:DTSID=\"{{{path}}}\" DTS:ObjectName=\"{path[(path.LastIndexOf('\\') + 1)..]}\" {attributes}>{inner}"
        + (data.Length > 0 ? $"<DTS:ObjectData>{data}</DTS:ObjectData>" : "") + "</DTS:Executable>";

    /// <summary>An Execute SQL Task.</summary>
    public static string Sql(
        string path, string statement, string inner = "", string said = "", string connection = "Target",
        string attributes = "", string more = "") =>
        Task(path, "Microsoft.ExecuteSQLTask",
            $"<SQLTask:SqlTaskData SQLTask:Connection=\"{{{connection}}}\" "
            + $"SQLTask:SqlStatementSource=\"{SecurityElement.Escape(statement)}\" {said}>{inner}"
            + "</SQLTask:SqlTaskData>", more, attributes);

    /// <summary>A parameter of its statement.</summary>
    public static string Parameter(string name, string variable, string way = "Input") =>
        $"<SQLTask:ParameterBinding SQLTask:ParameterName=\"{name}\" SQLTask:DtsVariableName=\"{variable}\" "
        + $"SQLTask:ParameterDirection=\"{way}\" SQLTask:DataType=\"3\" SQLTask:ParameterSize=\"-1\"/>";

    /// <summary>A column of its result.</summary>
    public static string Result(string column, string variable) =>
        $"<SQLTask:ResultBinding SQLTask:ResultName=\"{column}\" SQLTask:DtsVariableName=\"{variable}\"/>";

    /// <summary>A sequence.</summary>
    public static string Sequence(string path, string tasks, string constraints = "") =>
        Task(path, "STOCK:SEQUENCE", "", Inner(tasks, constraints));

    /// <summary>A loop over something, which gives its variables the columns from the first on.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="over">What it runs over, as the enumerator says it.</param>
    /// <param name="inner">What stands in it.</param>
    /// <param name="variables">The variables.</param>
    public static string Each(string path, string over, string inner, params string[] variables) =>
        Task(path, "STOCK:FOREACHLOOP", "",
            "<DTS:ForEachEnumerator DTS:CreationName=\"Microsoft.ForEachEnumerator\" DTS:DTSID=\"{E}\" "
            + $"DTS:ObjectName=\"{{E}}\"><DTS:ObjectData>{over}</DTS:ObjectData></DTS:ForEachEnumerator>{inner}"
            + "<DTS:ForEachVariableMappings>" + string.Concat(variables.Select((variable, place) =>
                $"<DTS:ForEachVariableMapping DTS:VariableName=\"{variable}\" DTS:ValueIndex=\"{place}\" "
                + $"DTS:ObjectName=\"{{M{place}}}\" DTS:DTSID=\"{{M{place}}}\"/>"))
            + "</DTS:ForEachVariableMappings>");

    /// <summary>The rows of a variable, for <see cref="Each"/>.</summary>
    public static string RowsOf(string variable) =>
        $"<FEEADO EnumType=\"EnumerateRowsInFirstTable\" VarName=\"{variable}\"/>";

    /// <summary>The files of a folder by their whole path, for <see cref="Each"/>.</summary>
    public static string FilesOf(string folder, string pattern) =>
        $"<ForEachFileEnumeratorProperties><FEFEProperty Folder=\"{folder}\"/>"
        + $"<FEFEProperty FileSpec=\"{pattern}\"/><FEFEProperty FileNameRetrievalType=\"0\"/>"
        + "<FEFEProperty Recurse=\"0\"/></ForEachFileEnumeratorProperties>";

    /// <summary>A File System Task from one variable to another.</summary>
    public static string Move(string path, string from, string to) => Task(path, "Microsoft.FileSystemTask",
        "<FileSystemData TaskOperationType=\"MoveFile\" TaskOverwriteDestFile=\"True\" "
        + $"TaskIsSourceVariable=\"True\" TaskSourcePath=\"{from}\" "
        + $"TaskIsDestinationVariable=\"True\" TaskDestinationPath=\"{to}\"/>");

    /// <summary>An arrow, whose ends are paths.</summary>
    public static string Arrow(string from, string to, string said = "DTS:LogicalAnd=\"True\"") =>
        $"<DTS:PrecedenceConstraint DTS:From=\"Package\\{from}\" DTS:To=\"Package\\{to}\" "
        + $"DTS:ObjectName=\"C\" {said}/>";

    /// <summary>A variable of the package.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="type">By the number of its type: 3 a whole number, 7 a time, 8 a text, 13 an object.</param>
    /// <param name="value">What it begins with.</param>
    /// <param name="expression">What evaluates it; empty = nothing.</param>
    public static string Variable(string name, int type, string value, string expression = "") =>
        $"<DTS:Variable DTS:Namespace=\"User\" DTS:ObjectName=\"{name}\" DTS:DTSID=\"{{{name}}}\" "
        + (expression.Length > 0 ? "DTS:EvaluateAsExpression=\"True\" "
            + $"DTS:Expression=\"{SecurityElement.Escape(expression)}\"" : "")
        + $"><DTS:VariableValue DTS:DataType=\"{type}\">{value}</DTS:VariableValue></DTS:Variable>";

    /// <summary>The one parameter of a package.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="type">By the number of its type.</param>
    /// <param name="value">What it is at design time.</param>
    /// <param name="said">Further attributes.</param>
    public static string Given(string name, int type, string value, string said = "") =>
        $"<DTS:PackageParameters><DTS:PackageParameter DTS:ObjectName=\"{name}\" DTS:DataType=\"{type}\" "
        + $"DTS:DTSID=\"{{{name}}}\" {said}><DTS:Property DTS:DataType=\"{type}\" DTS:Name=\"ParameterValue\">"
        + $"{value}</DTS:Property></DTS:PackageParameter></DTS:PackageParameters>";

    /// <summary>A data flow from a query to a table, with one column.</summary>
    public static string Flow(string path, string query, string table) => new FlowXml(path)
        .Query("Read", query, "Id:i4").Into("Write", table, "Read", "Id=Read.Id").Task();

    /// <summary>A package with a connection to a file besides.</summary>
    /// <param name="package">The package.</param>
    /// <param name="name">What the connection is called.</param>
    /// <param name="path">Where it leads.</param>
    /// <param name="expression">What says in the run where it leads; empty = nothing.</param>
    public static string WithFile(string package, string name, string path, string expression = "") => package.Replace(
        "</DTS:ConnectionManagers>",
        $"<DTS:ConnectionManager DTS:refId=\"Package.ConnectionManagers[{name}]\" DTS:CreationName=\"FILE\" "
            + $"DTS:DTSID=\"{{{name}}}\" DTS:ObjectName=\"{name}\">"
            + (expression.Length == 0 ? "" : "<DTS:PropertyExpression DTS:Name=\"ConnectionString\">"
                + $"{SecurityElement.Escape(expression)}</DTS:PropertyExpression>")
            + $"<DTS:ObjectData><DTS:ConnectionManager DTS:ConnectionString=\"{SecurityElement.Escape(path)}\"/>"
            + "</DTS:ObjectData></DTS:ConnectionManager></DTS:ConnectionManagers>", StringComparison.Ordinal);
}
