using System.Text.RegularExpressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Resolving;

/// <summary>What files of configurations say of variables, connections and tasks: a run has that in the place of what
/// stands there at design time.</summary>
internal static partial class ConfiguredValues
{
    // Without it a package keeps its configurations, and asks for none.
    private const string Switch = "EnableConfig";
    private const string Off = "Disable";

    // What a designer writes of each task that it is asked for all properties of, and that changes nothing.
    private static readonly (string Property, string Value)[] Usual =
        [("ForceExecutionResult", "-1"), ("TransactionOption", "1")];

    /// <summary>The package with the values of its files; a later one is applied over an earlier one.</summary>
    public static SsisPackage Applied(SsisPackage package)
    {
        if (!AreAsked(package))
        {
            return package;
        }

        ConfiguredValue[] values = [.. package.Configurations.SelectMany(each => each.Values)];
        return values.Length == 0 ? package : package with
        {
            Root = Applied(package.Root, values, values.Select(each => (Said: OfTask().Match(each.Target), each.Value))
                .Where(each => each.Said.Success).ToLookup(each => each.Said.Groups["path"].Value,
                    each => (Property: each.Said.Groups["name"].Value, each.Value), StringComparer.Ordinal)),
            Connections = [.. package.Connections.Select(each => Applied(each, values))],
        };
    }

    /// <summary>Whether a package asks for its configurations at all.</summary>
    public static bool AreAsked(SsisPackage package) =>
        Dts.IsYes(package.Root.Properties.FirstOrDefault(each => each.Name == Switch)?.Value);

    // A property that a file sets is as one that an expression sets, which comes to the same text in each run.
    private static SsisExecutable Applied(SsisExecutable executable, ConfiguredValue[] values,
        ILookup<string, (string Property, string Value)> properties)
    {
        var own = properties[executable.Path].GroupBy(each => each.Property, StringComparer.Ordinal)
            .Select(each => each.Last()).Except(Usual)
            .Where(each => executable.Expressions.All(one => one.Property != each.Property)).ToArray();
        return executable with
        {
            IsDisabled = IsOff(own, executable.IsDisabled),
            Expressions =
            [
                .. executable.Expressions, .. own.Where(each => each.Property != Off)
                    .Select(each => new PropertyExpression(each.Property, SsisStringLiteral.Write(each.Value))),
            ],
            Variables = [.. executable.Variables.Select(each => Applied(each, executable.Path, values))],
            Children = [.. executable.Children.Select(each => Applied(each, values, properties))],
            Handlers = [.. executable.Handlers.Select(each => Applied(each, values, properties))],
        };
    }

    private static SsisEventHandler Applied(SsisEventHandler handler, ConfiguredValue[] values,
        ILookup<string, (string Property, string Value)> properties) => handler with
        {
            IsDisabled = IsOff(properties[handler.Path], handler.IsDisabled),
            Variables = [.. handler.Variables.Select(each => Applied(each, handler.Path, values))],
            Children = [.. handler.Children.Select(each => Applied(each, values, properties))],
            Handlers = [.. handler.Handlers.Select(each => Applied(each, values, properties))],
        };

    private static bool IsOff(IEnumerable<(string Property, string Value)> said, bool otherwise) =>
        said.Where(each => each.Property == Off).Select(each => (bool?)Dts.IsYes(each.Value)).LastOrDefault()
            ?? otherwise;

    private static SsisVariable Applied(SsisVariable variable, string container, ConfiguredValue[] values)
    {
        var said = Array.FindLast(values, each => OfVariable().Match(each.Target) is { Success: true } match
            && match.Groups["container"].Value == container
            && (match.Groups["name"].Value == variable.FullName || match.Groups["name"].Value == variable.Name));
        return said is null || variable.Value is null ? variable : variable with { Value = said.Value };
    }

    private static SsisConnection Applied(SsisConnection connection, ConfiguredValue[] values)
    {
        var made = connection;
        foreach (var each in values)
        {
            if (OfConnection().Match(each.Target) is { Success: true } match && each.Value.Trim().Length > 0
                && match.Groups["name"].Value == connection.Name)
            {
                made = With(made, match.Groups["property"].Value, each.Value);
            }
        }

        return made;
    }

    private static SsisConnection With(SsisConnection connection, string property, string value) => property switch
    {
        "ConnectionString" => connection.Kind switch
        {
            ConnectionManagerKind.OleDb or ConnectionManagerKind.AdoNet or ConnectionManagerKind.Odbc
                or ConnectionManagerKind.Excel or ConnectionManagerKind.Smtp or ConnectionManagerKind.OracleClient =>
                ConnectionReader.With(connection, value),
            ConnectionManagerKind.FlatFile or ConnectionManagerKind.MultipleFlatFiles or ConnectionManagerKind.File
                or ConnectionManagerKind.MultipleFiles =>
                connection with { ConnectionString = value, Path = value },
            _ => connection,
        },
        "ServerName" => connection with { Server = value },
        "InitialCatalog" => connection with { Database = value },
        "UserName" when !connection.IsIntegrated => connection with { User = value },
        "ExcelFilePath" => connection with { Path = value },
        _ => connection,
    };

    [GeneratedRegex(@"^\\(?<container>Package.*?)\.Variables\[(?<name>[^\]]+)\]\.Properties\[Value\]$")]
    private static partial Regex OfVariable();

    [GeneratedRegex(@"^\\(?<path>Package.*?)\.Properties\[(?<name>.+)\]$")]
    private static partial Regex OfTask();

    [GeneratedRegex(@"^\\Package\.Connections\[(?<name>[^\]]+)\]\.Properties\[(?<property>\w+)\]$")]
    private static partial Regex OfConnection();
}
