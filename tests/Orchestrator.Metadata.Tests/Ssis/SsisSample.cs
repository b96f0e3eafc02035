using System.Text;
using Orchestrator.Ssis.Census;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;
using Orchestrator.Ssis.Resolving;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Metadata.Tests.Ssis;

/// <summary>Packages of our own making. Names of tasks and connections are their GUIDs in braces, too.</summary>
internal static class SsisSample
{
    private const string Spaces = "xmlns:DTS='www.microsoft.com/SqlServer/Dts' "
        + "xmlns:SQLTask='www.microsoft.com/sqlserver/dts/tasks/sqltask'";

    /// <summary>A package of format 6 or 8.</summary>
    public static string New(string inner, string attributes = "", int format = 8) =>
        $"<DTS:Executable {Spaces} DTS:refId='Package' DTS:CreationName='Microsoft.Package' "
        + $"DTS:ExecutableType='Microsoft.Package' DTS:DTSID='{{PACKAGE}}' DTS:ObjectName='Nightly' {attributes}>"
        + $"<DTS:Property DTS:Name='PackageFormatVersion'>{format}</DTS:Property>{inner}</DTS:Executable>";

    /// <summary>A package of format 2 or 3.</summary>
    public static string Old(string inner, int format = 3) =>
        $"<DTS:Executable {Spaces} DTS:ExecutableType='SSIS.Package.2'>"
        + $"{Property("PackageFormatVersion", $"{format}")}{Property("ProtectionLevel", "0")}{inner}"
        + $"{Property("ObjectName", "Nightly")}{Property("DTSID", "{PACKAGE}")}</DTS:Executable>";

    /// <summary>A task or container of formats 6 and 8, which stands in the package itself.</summary>
    public static string Task(
        string name, string created, string data = "", string attributes = "", string more = "") =>
        TaskAt($"Package\\{name}", name, created, data, attributes, more);

    public static string TaskAt(
        string refId, string name, string created, string data = "", string attributes = "", string more = "") =>
        $"<DTS:Executable DTS:refId='{refId}' DTS:CreationName='{created}' DTS:ExecutableType='{created}' "
        + $"DTS:DTSID='{{{name}}}' DTS:ObjectName='{name}' {attributes}>{more}"
        + (data.Length > 0 ? $"<DTS:ObjectData>{data}</DTS:ObjectData>" : "") + "</DTS:Executable>";

    /// <summary>A task or container of formats 2 and 3.</summary>
    public static string OldTask(string name, string created, string data = "", string more = "") =>
        $"<DTS:Executable DTS:ExecutableType='{created}'>{Property("Disabled", "0")}{more}"
        + $"{Property("ObjectName", name)}{Property("DTSID", $"{{{name}}}")}{Property("CreationName", created)}"
        + (data.Length > 0 ? $"<DTS:ObjectData>{data}</DTS:ObjectData>" : "") + "</DTS:Executable>";

    public static string Executables(params string[] tasks) =>
        $"<DTS:Executables>{string.Concat(tasks)}</DTS:Executables>";

    public static string Constraints(params string[] constraints) =>
        $"<DTS:PrecedenceConstraints>{string.Concat(constraints)}</DTS:PrecedenceConstraints>";

    public static string Constraint(string from, string to, string attributes = "DTS:LogicalAnd='True'") =>
        $"<DTS:PrecedenceConstraint DTS:From='Package\\{from}' DTS:To='Package\\{to}' DTS:ObjectName='C' "
        + $"{attributes}/>";

    public static string OldConstraint(string from, string to, int value = 0) =>
        $"<DTS:PrecedenceConstraint>{Property("Value", $"{value}")}{Property("EvalOp", "2")}"
        + $"{Property("LogicalAnd", "-1")}<DTS:Executable IDREF='{{{from}}}' DTS:IsFrom='-1'/>"
        + $"<DTS:Executable IDREF='{{{to}}}' DTS:IsFrom='0'/>{Property("ObjectName", "C")}</DTS:PrecedenceConstraint>";

    public static string Connection(string name, string created, string attributes, string inner = "") =>
        $"<DTS:ConnectionManager DTS:refId='Package.ConnectionManagers[{name}]' DTS:CreationName='{created}' "
        + $"DTS:DTSID='{{{name}}}' DTS:ObjectName='{name}'><DTS:ObjectData>"
        + $"<DTS:ConnectionManager {attributes}>{inner}</DTS:ConnectionManager>"
        + "</DTS:ObjectData></DTS:ConnectionManager>";

    public static string Connections(params string[] connections) =>
        $"<DTS:ConnectionManagers>{string.Concat(connections)}</DTS:ConnectionManagers>";

    public static string Variables(params string[] variables) =>
        $"<DTS:Variables>{string.Concat(variables)}</DTS:Variables>";

    public static string Variable(string name, int type, string value, string expression = "") =>
        $"<DTS:Variable DTS:Namespace='User' DTS:ObjectName='{name}' DTS:DTSID='{{{name}}}' "
        + (expression.Length > 0 ? $"DTS:EvaluateAsExpression='True' DTS:Expression='{expression}'" : "")
        + $"><DTS:VariableValue DTS:DataType='{type}'>{value}</DTS:VariableValue></DTS:Variable>";

    public static string Property(string name, string value) =>
        $"<DTS:Property DTS:Name='{name}'>{value}</DTS:Property>";

    public static string Sql(string statement, string attributes = "", string inner = "") =>
        $"<SQLTask:SqlTaskData SQLTask:Connection='{{Stage}}' SQLTask:SqlStatementSource='{statement}' {attributes}>"
        + $"{inner}</SQLTask:SqlTaskData>";

    /// <summary>The package, of which a census adds up.</summary>
    public static SsisPackage Read(string xml)
    {
        var package = ReadAny(xml);
        Assert.That(PackageCensus.Differences(Encoding.UTF8.GetBytes(xml), package, ReadingBounds.Default), Is.Empty);
        return package;
    }

    /// <summary>The package, whatever it is.</summary>
    public static SsisPackage ReadAny(string xml, ReadingBounds? bounds = null) => VariableResolver.Resolve(
        PackageReader.Read(Encoding.UTF8.GetBytes(xml), "Nightly.dtsx", [], bounds ?? ReadingBounds.Default));

    /// <summary>The only task of a package.</summary>
    public static SsisExecutable Only(string created, string data, string before = "", string attributes = "") =>
        Read(New(before + Executables(Task("Only", created, data, attributes)))).Root.Children.Single();

    public static string CodesOf(SsisPackage package) =>
        string.Join(' ', package.Findings.Select(each => each.Code));
}
