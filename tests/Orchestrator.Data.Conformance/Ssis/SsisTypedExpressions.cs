namespace Orchestrator.Data.Conformance.Ssis;

/// <summary>Expressions of SSIS whose types go together, over the columns of <see cref="SsisRow"/>.</summary>
internal sealed class SsisTypedExpressions(Random random)
{
    private static readonly string[] Comparisons = ["==", "!=", "<", "<=", ">", ">="];
    private static readonly string[] Reckoned = ["+", "-", "*", "/"];
    private static readonly string[] Parts = ["year", "qq", "mm", "dy", "dd", "ww", "dw", "hh", "mi", "ss", "ms"];
    private static readonly string[] Integers = ["DT_I2", "DT_I4", "DT_I8", "DT_UI1", "DT_UI2", "DT_UI4"];

    public string Any(int height) => random.Next(12) switch
    {
        0 => Curved(height),
        1 => $"(DT_STR,{random.Next(1, 30)},1252) {Text(height)}",
        _ => Some(height),
    };

    private string Some(int height) => random.Next(8) switch
    {
        0 or 1 => Text(height),
        2 or 3 => Whole(height),
        4 => Exact(height),
        5 => Real(height),
        6 => Flag(height),
        _ => random.Next(2) == 0 ? Day(height) : Moment(height),
    };

    private string Text(int height) => height <= 0
        ? Leaf(["[Text0]", "[Text1]", "[Code0]"], "\"\"", "\"Ab c\"", "\" b,c \"", "\"12\"", "\"it's\"")
        : random.Next(22) switch
        {
            0 or 1 => $"({Text(height - 1)} + {Text(height - 1)})",
            2 => $"UPPER({Text(height - 1)})",
            3 => $"LOWER({Text(height - 1)})",
            4 => $"TRIM({Text(height - 1)})",
            5 => $"LTRIM(RTRIM({Text(height - 1)}))",
            6 => $"SUBSTRING({Text(height - 1)},{random.Next(1, 5)},{Small()})",
            7 => $"SUBSTRING({Text(height - 1)},{Whole(height - 1)},{Whole(0)})",
            8 => $"LEFT({Text(height - 1)},{Small()})",
            9 => $"RIGHT({Text(height - 1)},{Small()})",
            10 => $"RIGHT({Text(height - 1)},{Whole(0)})",
            11 => $"REPLACE({Text(height - 1)},\"b\",{Text(0)})",
            12 => $"REPLACE({Text(height - 1)},{Text(0)},\"-\")",
            13 => $"REPLICATE({Text(height - 1)},{Small()})",
            14 => $"REVERSE({Text(height - 1)})",
            15 => $"HEX({Whole(height - 1)})",
            16 => $"TOKEN({Text(height - 1)},\" ,\",{random.Next(1, 4)})",
            17 => $"(DT_WSTR,{random.Next(1, 40)}) {Some(height - 1)}",
            18 => $"(DT_WSTR,30) {Some(height - 1)}",
            19 => $"REPLACENULL({Text(height - 1)},{Text(0)})",
            20 => $"({Flag(height - 1)} ? {Text(height - 1)} : {Text(height - 1)})",
            _ => Text(0),
        };

    private string Whole(int height) => height <= 0
        ? Leaf(
            ["[Whole0]", "[Whole1]", "[Big0]", "[Small0]", "[Tiny0]"], "0", "1", "2", "-3", "1000", "7L", "2147483647")
        : random.Next(22) switch
        {
            0 => $"({Whole(height - 1)} + {Whole(height - 1)})",
            1 => $"({Whole(height - 1)} - {Whole(height - 1)})",
            2 => $"({Whole(height - 1)} * {Whole(height - 1)})",
            3 => $"({Whole(height - 1)} / {Whole(height - 1)})",
            4 => $"({Whole(height - 1)} % {Whole(height - 1)})",
            5 => $"(-(DT_I4) {Whole(height - 1)})",
            6 => $"((DT_I4) {Whole(height - 1)} {One(["&", "|", "^"])} (DT_I4) {Whole(height - 1)})",
            7 => $"(~{Whole(height - 1)})",
            8 => $"LEN({Text(height - 1)})",
            9 => $"FINDSTRING({Text(height - 1)},\"b\",{random.Next(1, 4)})",
            10 => $"FINDSTRING({Text(height - 1)},{Text(0)},1)",
            11 => $"DATEDIFF(\"{One(Parts)}\",{Moment(height - 1)},{Moment(height - 1)})",
            12 => $"DATEPART(\"{One(Parts)}\",{Moment(height - 1)})",
            13 => $"YEAR({Day(height - 1)})",
            14 => $"({One(Integers)}) {Whole(height - 1)}",
            15 => $"(DT_I4) {Text(0)}",
            16 => $"({One(Integers)}) {(random.Next(2) == 0 ? Exact(height - 1) : Real(height - 1))}",
            17 => random.Next(2) == 0 ? $"ABS({Whole(height - 1)})" : $"SIGN({Exact(height - 1)})",
            18 => $"CODEPOINT({Text(height - 1)})",
            19 => $"({Flag(height - 1)} ? {Whole(height - 1)} : {Whole(height - 1)})",
            20 => $"REPLACENULL({Whole(height - 1)},{Whole(0)})",
            _ => $"TOKENCOUNT({Text(height - 1)},\" ,\")",
        };

    private string Exact(int height) => height <= 0
        ? Leaf(["[Exact0]", "[Exact1]"], "0.0", "1.50", "99999.999", "2.5")
        : random.Next(13) switch
        {
            0 => $"({Exact(height - 1)} + {Exact(height - 1)})",
            1 => $"({Exact(height - 1)} - {Whole(height - 1)})",
            2 => $"({Exact(height - 1)} * {Exact(height - 1)})",
            3 => $"({Exact(height - 1)} / {Exact(height - 1)})",
            4 => $"(DT_NUMERIC,{random.Next(8, 15)},{random.Next(5)}) {Whole(height - 1)}",
            5 => $"(DT_NUMERIC,{random.Next(8, 20)},{random.Next(5)}) {Exact(height - 1)}",
            6 => $"(DT_NUMERIC,12,3) {Text(0)}",
            7 => $"ROUND({Exact(height - 1)},{random.Next(3)})",
            8 => $"CEILING({Exact(height - 1)})",
            9 => $"FLOOR({Exact(height - 1)})",
            10 => $"(-{Exact(height - 1)})",
            11 => $"({Flag(height - 1)} ? {Exact(height - 1)} : {Exact(height - 1)})",
            _ => $"(DT_NUMERIC,14,4) {Real(height - 1)}",
        };

    private string Real(int height) => height <= 0 ? Leaf(["[Real0]"], "0E0", "1.5E0", "-2.25E0", "1E3")
        : random.Next(6) switch
        {
            0 or 1 => $"({Real(height - 1)} {One(Reckoned)} {Real(height - 1)})",
            2 => $"({Real(height - 1)} {One(Reckoned)} {Whole(height - 1)})",
            3 => $"(DT_R8) {Exact(height - 1)}",
            4 => random.Next(2) == 0 ? $"SQUARE({Whole(0)})" : $"(DT_R8) {Text(0)}",
            _ => $"CEILING({Real(height - 1)})",
        };

    // Of these the last digit, or the sign of zero, is the server's: nothing is made from them.
    private string Curved(int height) => random.Next(5) switch
    {
        4 => $"ABS({Real(height - 1)})",
        0 => $"SQRT({Real(height - 1)})",
        1 => $"{One(["LN", "LOG"])}({Exact(height - 1)})",
        2 => $"EXP({Whole(0)} % 20)",
        _ => $"POWER({Exact(0)},{Small()})",
    };

    private string Flag(int height) => height <= 0 ? Leaf(["[Flag0]"], "TRUE", "FALSE")
        : random.Next(12) switch
        {
            0 or 1 => $"({Flag(height - 1)} && {Flag(height - 1)})",
            2 or 3 => $"({Flag(height - 1)} || {Flag(height - 1)})",
            4 => $"!{Flag(height - 1)}",
            5 => $"ISNULL({Some(height - 1)})",
            6 => $"({Text(height - 1)} {One(Comparisons)} {Text(height - 1)})",
            7 => $"({Exact(height - 1)} {One(Comparisons)} {Whole(height - 1)})",
            8 => $"({Moment(height - 1)} {One(Comparisons)} {Day(height - 1)})",
            9 => $"({Flag(height - 1)} == {Flag(height - 1)})",
            10 => $"(DT_BOOL) {(random.Next(2) == 0 ? Whole(height - 1) : Text(0))}",
            _ => $"({Real(height - 1)} {One(Comparisons)} {Whole(height - 1)})",
        };

    private string Day(int height) => height <= 0 ? Leaf(["[Day0]"], "(DT_DBDATE)\"1900-01-01\"")
        : random.Next(4) switch
        {
            0 or 1 => $"(DT_DBDATE) {Moment(height - 1)}",
            2 => $"(DT_DBDATE) {Text(0)}",
            _ => $"({Flag(height - 1)} ? {Day(height - 1)} : {Day(0)})",
        };

    private string Moment(int height) => height <= 0
        ? Leaf(["[Moment0]", "[Moment1]"], "GETDATE()", "(DT_DBTIMESTAMP)\"2003-08-06 10:11:12\"")
        : random.Next(5) switch
        {
            0 or 1 => $"DATEADD(\"{One(Parts)}\",{Whole(0)},{Moment(height - 1)})",
            2 => $"(DT_DBTIMESTAMP) {(random.Next(2) == 0 ? Day(height - 1) : Text(0))}",
            3 => $"REPLACENULL({Moment(height - 1)},{Moment(0)})",
            _ => $"({Flag(height - 1)} ? {Moment(height - 1)} : {Moment(0)})",
        };

    private string Leaf(string[] columns, params string[] literals) =>
        random.Next(4) > 0 ? One(columns) : One(literals);

    private string Small() => $"{random.Next(5)}";

    private string One(string[] all) => all[random.Next(all.Length)];
}
