using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.SqlServer;

/// <summary>Plans as SQL Server writes them: XML, in whose attributes expressions stand as SQL.</summary>
internal sealed partial class SqlServerPlanDialect(Dialect dialect) : QueryPlanDialect
{
    private const int CharsMax = 64 << 20;

    private static readonly HashSet<string> Values = new(StringComparer.Ordinal)
    {
        "ParameterCompiledValue", "ParameterRuntimeValue",
    };

    private static readonly HashSet<string> Expressions = new(StringComparer.Ordinal)
    {
        "ConstValue", "ScalarString", "Expression", "RemoteQuery",
    };

    // Costs, estimates, sizes, times, and what is counted or named anew with each compilation.
    private static readonly HashSet<string> Changing = new(StringComparer.Ordinal)
    {
        "AvgRowSize", "TableCardinality", "StatementSubTreeCost", "StatementEstRows", "CachedPlanSize", "CompileTime",
        "CompileCPU", "CompileMemory", "RetrievedFromCache", "NodeId", "Build", "Version", "StatementCompId",
        "StatementId", "QueryHash", "QueryPlanHash", "PlanHandle", "ParameterizedPlanHandle", "BatchSqlHandle",
        "StatementSqlHandle", "DatabaseContextSettingsId", "ParentObjectId", "MemoryGrant", "DegreeOfParallelism",
        "EffectiveDegreeOfParallelism", "StatementText",
    };

    private static readonly HashSet<string> ChangingParts = new(StringComparer.Ordinal)
    {
        "MemoryGrantInfo", "MemoryFractions", "OptimizerHardwareDependentProperties", "OptimizerStatsUsage",
        "WaitStats", "QueryTimeStats", "RunTimeInformation", "ThreadStat", "TraceFlags",
    };

    public override string WithoutValues(string plan)
    {
        if (Read(plan) is not { } xml)
        {
            return Masked(plan);
        }

        foreach (var attribute in xml.Descendants().Attributes().ToList())
        {
            if (Values.Contains(attribute.Name.LocalName))
            {
                attribute.Value = "?";
            }
            else if (attribute.Name.LocalName == "StatementText")
            {
                attribute.Value = StatementText.Normalised(Standard(attribute.Value, plan), dialect);
            }
            else if (Expressions.Contains(attribute.Name.LocalName))
            {
                attribute.Value = Masked(attribute.Value);
            }
        }

        return Text(xml);
    }

    public override string Shape(string plan)
    {
        if (Read(plan) is not { } xml)
        {
            return Numbers().Replace(plan, "?");
        }

        xml.Descendants().Where(part => ChangingParts.Contains(part.Name.LocalName)).Remove();
        xml.Descendants().Attributes().Where(one => Changing.Contains(one.Name.LocalName)
            || Values.Contains(one.Name.LocalName)
            || IsEstimate(one.Name.LocalName)).Remove();
        foreach (var attribute in xml.Descendants().Attributes())
        {
            attribute.Value = Temporary().Replace(attribute.Value, "$1");
        }

        return Text(xml);
    }

    /// <summary>A statement with its values as the standard writes them: amounts of money are numbers, and what other
    /// sessions may have as a text within double quotes is one within single quotes.</summary>
    /// <param name="sql">The statement, or a part of it.</param>
    /// <param name="plan">Its plan, which tells what double quotes meant to its session.</param>
    public string Standard(string sql, string plan)
    {
        var areTexts = plan.Contains("QUOTED_IDENTIFIER=\"false\"", StringComparison.Ordinal);
        return string.Concat(StatementText.Tokens(sql, dialect).Select(token =>
            token.Length > 1 && token[0] == '$' && char.IsAsciiDigit(token[1]) ? token[1..]
            : areTexts && token[0] == '"' ? $"'{token.Trim('"').Replace("'", "''", StringComparison.Ordinal)}'"
            : token));
    }

    private string Masked(string sql) => string.Concat(
        StatementText.Tokens(Standard(sql, ""), dialect).Select(StatementText.WithoutValue));

    // How an operator takes its rows, one by one or many at once, is decided and no number.
    private static bool IsEstimate(string name) =>
        name.StartsWith("Estimate", StringComparison.Ordinal) && name != "EstimatedExecutionMode";

    private static string Text(XDocument xml) => xml.ToString().ReplaceLineEndings("\n");

    // What was cut, or has no end, is a text like any other.
    private static XDocument? Read(string plan)
    {
        try
        {
            using var reader = XmlReader.Create(new StringReader(plan), new XmlReaderSettings
            {
                DtdProcessing = DtdProcessing.Prohibit,
                IgnoreWhitespace = true,
                MaxCharactersInDocument = CharsMax,
                XmlResolver = null,
            });
            return XDocument.Load(reader);
        }
        catch (XmlException)
        {
            return null;
        }
    }

    // A temporary table's name is filled up, and ends with a number of its own.
    [GeneratedRegex(@"(#\w*?)_+[0-9A-F]{12}\b")]
    private static partial Regex Temporary();

    [GeneratedRegex(@"(?<!\w)\d+\b")]
    private static partial Regex Numbers();
}
