using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisGeneration;

/// <summary>Each element of the language, over columns and variables of a few types.</summary>
internal static class SsisElements
{
    public static readonly SsisNames Names = new(
    [
        SsisSymbol.Column("Name", SsisType.WStr(20)),
        SsisSymbol.Column("Code", SsisType.Str(10, 1252)),
        SsisSymbol.Column("Count", SsisType.I4),
        SsisSymbol.Column("Big", SsisType.I8),
        SsisSymbol.Column("Tiny", SsisType.Of(SsisKind.UI1)),
        SsisSymbol.Column("Huge", SsisType.Of(SsisKind.UI8)),
        SsisSymbol.Column("Amount", SsisType.Numeric(9, 2)),
        SsisSymbol.Column("Price", SsisType.Of(SsisKind.Cy)),
        SsisSymbol.Column("Rate", SsisType.R8),
        SsisSymbol.Column("Flag", SsisType.Bool),
        SsisSymbol.Column("Day", SsisType.Of(SsisKind.DBDate)),
        SsisSymbol.Column("At", SsisType.DBTimestamp),
        SsisSymbol.Column("Fine", SsisType.Of(SsisKind.DBTimestamp2, scale: 6)),
        SsisSymbol.Column("Id", SsisType.Of(SsisKind.Guid)),
        SsisSymbol.Column("Long", SsisType.Of(SsisKind.NText)),
        SsisSymbol.Variable("Rows", SsisType.I4),
        SsisSymbol.Variable("Tenant", SsisType.WStr(20)),
        SsisSymbol.Variable("Since", SsisType.Of(SsisKind.Date)),
        SsisSymbol.Variable("Full", SsisType.Bool),
    ]);

    public static readonly string[] All =
    [
        "[Name]", "@[User::Rows]", "\"it's \\\\ \\\"\"", "5", "5L", "1.50", "1.5E0", "TRUE", "NULL(DT_WSTR,5)",
        "(DT_DBTIMESTAMP)\"2003-07-04 10:11:12\"", "(DT_DBDATE)\"2003-07-04\"", "2 + 3 * 4",
        "Count + 1", "Count - Big", "Count * 2", "Count / 2", "Count / Big", "Count % 7", "-Count", "~Count", "~Tiny",
        "Tiny + 1", "Count & 3", "Count | 3", "Count ^ 3", "Amount + 1", "Amount - Count", "Amount * 1.5",
        "Amount / 3", "Price * 2", "Price + Price", "Price / Count", "Rate * 2", "Rate / Count", "Huge + 1UL",
        "Name == \"A\"", "Name != Code", "Name < \"b\"", "Count >= 5", "Amount > 100", "Rate <= 1", "Flag == TRUE",
        "At > Day", "Day == (DT_DBDATE)\"2003-07-04\"", "LEN(Name) > 0",
        "Flag && Count > 5", "Flag || Count > 5", "!Flag", "ISNULL(Name) || (DT_I4)Name > 5",
        "Count > 5 && 10 / Count > 1", "Count > 5 ? \"a\" : \"b\"", "ISNULL(Count) ? 0 : Count",
        "REPLACENULL(Name,\"\")", "REPLACENULL(Big,0)", "ISNULL(Name)",
        "Name + Code", "Name + \", \" + Name", "LEN(Name)", "LEN(Code)", "TRIM(Name)", "LTRIM(Name)", "RTRIM(Name)",
        "UPPER(Name)", "LOWER(Code)", "LEFT(Name,3)", "RIGHT(Name,3)", "RIGHT(Code,Count)", "SUBSTRING(Name,2,3)",
        "SUBSTRING(Code,Count,3)", "REPLACE(Name,\"a\",\"b\")", "REPLACE(Name,Code,\"\")", "REPLICATE(Code,3)",
        "REVERSE(Name)", "FINDSTRING(Name,\"a\",1)", "FINDSTRING(Code,\"a\",2)", "CODEPOINT(Code)", "HEX(Count)",
        "TOKEN(Name,\" ,\",2)", "TOKENCOUNT(Name,\" \")",
        "ABS(Count)", "ABS(Rate)", "SIGN(Amount)", "CEILING(Amount)", "FLOOR(Rate)", "ROUND(Amount,1)", "EXP(Rate)",
        "LN(Rate)", "LOG(Rate)", "POWER(Rate,2)", "SQRT(Rate)", "SQUARE(Rate)",
        "GETDATE()", "GETUTCDATE()", "YEAR(At)", "MONTH(Day)", "DAY(At)", "DATEPART(\"qq\",At)", "DATEPART(\"dy\",At)",
        "DATEPART(\"ww\",At)", "DATEPART(\"dw\",At)", "DATEPART(\"hh\",Day)", "DATEPART(\"mi\",At)",
        "DATEPART(\"ss\",At)", "DATEPART(\"ms\",Fine)", "DATEADD(\"dd\",-1,At)", "DATEADD(\"mm\",Count,Day)",
        "DATEADD(\"ms\",5,At)", "DATEDIFF(\"dd\",Day,At)", "DATEDIFF(\"mm\",Day,At)", "DATEDIFF(\"hh\",At,GETDATE())",
        "DATEDIFF(\"ww\",Day,At)",
        "(DT_BOOL)Count", "(DT_BOOL)Name", "(DT_I4)Flag", "(DT_I2)Count", "(DT_I8)Count", "(DT_UI1)Count",
        "(DT_I4)Amount",
        "(DT_I4)Rate",
        "(DT_I4)Name", "(DT_R8)Amount", "(DT_R8)Name", "(DT_NUMERIC,5,1)Amount", "(DT_NUMERIC,18,4)Count",
        "(DT_NUMERIC,18,4)Rate", "(DT_NUMERIC,9,2)Name", "(DT_CY)Count", "(DT_DECIMAL,2)Tiny", "(DT_R4)Count",
        "(DT_WSTR,5)Name", "(DT_WSTR,50)Name", "(DT_STR,10,1252)Code", "(DT_STR,5,1252)Name", "(DT_STR,20,65001)Name",
        "(DT_WSTR,11)Count", "(DT_WSTR,4)Count", "(DT_WSTR,20)Amount", "(DT_WSTR,30)Rate", "(DT_WSTR,5)Flag",
        "(DT_WSTR,40)Id", "(DT_WSTR,10)Day", "(DT_WSTR,30)At", "(DT_WSTR,30)Fine", "(DT_WSTR,100)Long",
        "(DT_NTEXT)Name",
        "(DT_TEXT,1252)Code", "(DT_GUID)Name", "(DT_DBDATE)At", "(DT_DBDATE)Name", "(DT_DBTIMESTAMP)Day",
        "(DT_DBTIMESTAMP)Name", "(DT_DBTIMESTAMP)Fine", "(DT_DBTIMESTAMP2,3)At", "(DT_DATE)Day", "(DT_DBTIME)At",
        "(DT_DBTIMESTAMPOFFSET,3)At", "RIGHT(\"0\" + (DT_WSTR,2)MONTH(GETDATE()),2)",
        "\"Load_\" + (DT_WSTR,4)YEAR(@[User::Since]) + \".csv\"",
    ];

    public static SsisBoundExpression Bound(string text)
    {
        var parsed = SsisExpression.Parse(text);
        Assert.That(parsed.Fault, Is.Null, text);
        var bound = parsed.Result!.Bind(Names);
        Assert.That(bound.Fault, Is.Null, text);
        return bound.Result!;
    }
}
