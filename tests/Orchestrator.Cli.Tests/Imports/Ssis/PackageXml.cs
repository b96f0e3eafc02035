using System.Security;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Packages of our own making, as their designer writes them in format 8.</summary>
internal static class PackageXml
{
    private const string Spaces = "xmlns:DTS=\"www.microsoft.com/SqlServer/Dts\" "
        + "xmlns:SQLTask=\"www.microsoft.com/sqlserver/dts/tasks/sqltask\"";

    /// <summary>A package with two databases, Source and Target.</summary>
    public static string Of(string tasks, string constraints = "", string variables = "", string more = "",
        string connections = "") =>
        $"<DTS:Executable {Spaces} DTS:refId=\"Package\" DTS:CreationName=\"Microsoft.Package\" "
        + "DTS:ExecutableType=\"Microsoft.Package\" DTS:DTSID=\"{PACKAGE}\" DTS:ObjectName=\"Nightly\">"
        + "<DTS:Property DTS:Name=\"PackageFormatVersion\">8</DTS:Property>"
        + $"<DTS:ConnectionManagers>{Database("Source", "Shop")}{Database("Target", "Dw")}{connections}"
        + "</DTS:ConnectionManagers>"
        + Inner(tasks, constraints, variables) + more + "</DTS:Executable>";

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

    /// <summary>A data flow from a query to a table, with one column.</summary>
    public static string Flow(string path, string query, string table, string inner = "") =>
        Task(path, "Microsoft.Pipeline", $$"""
            <pipeline version="1"><components>
            <component refId="Package\{{path}}\Read" componentClassID="Microsoft.OLEDBSource" name="Read">
            <properties>
            <property name="SqlCommand">{{SecurityElement.Escape(query)}}</property>
            <property name="AccessMode">2</property></properties>
            <connections><connection refId="Package\{{path}}\Read.Connections[OleDbConnection]"
              connectionManagerID="{Source}" connectionManagerRefId="Package.ConnectionManagers[Source]"
              name="OleDbConnection"/></connections>
            <outputs><output refId="Package\{{path}}\Read.Outputs[Out]" name="Out">
            <outputColumns><outputColumn refId="Package\{{path}}\Read.Outputs[Out].Columns[Id]" name="Id"
              lineageId="Package\{{path}}\Read.Outputs[Out].Columns[Id]" dataType="i4"
              externalMetadataColumnId="Package\{{path}}\Read.Outputs[Out].ExternalColumns[Id]"/></outputColumns>
            <externalMetadataColumns><externalMetadataColumn
              refId="Package\{{path}}\Read.Outputs[Out].ExternalColumns[Id]" name="Id" dataType="i4"/>
            </externalMetadataColumns></output></outputs></component>
            <component refId="Package\{{path}}\Write" componentClassID="Microsoft.OLEDBDestination" name="Write">
            <properties><property name="OpenRowset">{{table}}</property>
            <property name="AccessMode">3</property>
            <property name="FastLoadKeepNulls">true</property></properties>
            <connections><connection refId="Package\{{path}}\Write.Connections[OleDbConnection]"
              connectionManagerID="{Target}" connectionManagerRefId="Package.ConnectionManagers[Target]"
              name="OleDbConnection"/></connections>
            <inputs><input refId="Package\{{path}}\Write.Inputs[In]" name="In" hasSideEffects="true">
            <inputColumns><inputColumn refId="Package\{{path}}\Write.Inputs[In].Columns[Id]"
              lineageId="Package\{{path}}\Read.Outputs[Out].Columns[Id]" cachedName="Id" cachedDataType="i4"
              externalMetadataColumnId="Package\{{path}}\Write.Inputs[In].ExternalColumns[Id]"/></inputColumns>
            <externalMetadataColumns><externalMetadataColumn
              refId="Package\{{path}}\Write.Inputs[In].ExternalColumns[Id]" name="Id" dataType="i4"/>
            </externalMetadataColumns></input></inputs></component>
            </components><paths><path refId="Package\{{path}}.Paths[P]" name="P"
              startId="Package\{{path}}\Read.Outputs[Out]" endId="Package\{{path}}\Write.Inputs[In]"/></paths>
            </pipeline>
            """, inner);

    private static string Database(string name, string database) =>
        $"<DTS:ConnectionManager DTS:refId=\"Package.ConnectionManagers[{name}]\" DTS:CreationName=\"OLEDB\" "
        + $"DTS:DTSID=\"{{{name}}}\" DTS:ObjectName=\"{name}\"><DTS:ObjectData><DTS:ConnectionManager "
        + $"DTS:ConnectionString=\"Data Source=db1;Initial Catalog={database};Provider=SQLNCLI11.1;"
        + "Integrated Security=SSPI;\"/></DTS:ObjectData></DTS:ConnectionManager>";
}
