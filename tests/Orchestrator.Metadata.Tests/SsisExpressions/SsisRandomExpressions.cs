namespace Orchestrator.Metadata.Tests.SsisExpressions;

/// <summary>
/// Expressions whose types go together, over columns Text0 to Text2, Whole0 to Whole2, Exact0 to Exact2, Real0 to
/// Real2, Flag0 to Flag2 and Date0 to Date2.
/// </summary>
internal sealed class SsisRandomExpressions(Random random)
{
    private static readonly string[] Comparisons = ["==", "!=", "<", "<=", ">", ">="];
    private static readonly string[] Parts = ["year", "qq", "mm", "dy", "dd", "ww", "dw", "hh", "mi", "ss", "ms"];

    public string Any(int height) => random.Next(6) switch
    {
        0 => Text(height),
        1 => Whole(height),
        2 => Exact(height),
        3 => Real(height),
        4 => Flag(height),
        _ => Date(height),
    };

    public string Text(int height) => height <= 0 ? Leaf("Text", "\"\"", "\"Ab c\"", "NULL(DT_WSTR,5)", "\" x \"")
        : random.Next(17) switch
        {
            0 => $"({Text(height - 1)} + {Text(height - 1)})",
            1 => $"UPPER({Text(height - 1)})",
            2 => $"LOWER({Text(height - 1)})",
            3 => $"TRIM({Text(height - 1)})",
            4 => $"LTRIM(RTRIM({Text(height - 1)}))",
            5 => $"SUBSTRING({Text(height - 1)},{Whole(height - 1)},{Small()})",
            6 => $"LEFT({Text(height - 1)},{Small()})",
            7 => $"RIGHT({Text(height - 1)},{Whole(height - 1)})",
            8 => $"REPLACE({Text(height - 1)},\"b\",{Text(height - 1)})",
            9 => $"REPLICATE({Text(height - 1)},{Small()})",
            10 => $"REVERSE({Text(height - 1)})",
            11 => $"HEX({Whole(height - 1)})",
            12 => $"TOKEN({Text(height - 1)},\" ,\",{Small()})",
            13 => $"(DT_WSTR,{random.Next(1, 40)}) {Any(height - 1)}",
            14 => $"REPLACENULL({Text(height - 1)},{Text(height - 1)})",
            15 => $"({Flag(height - 1)} ? {Text(height - 1)} : {Text(height - 1)})",
            _ => Text(0),
        };

    public string Whole(int height) => height <= 0 ? Leaf("Whole", "0", "1", "2147483647", "7L", "NULL(DT_I4)", "12U")
        : random.Next(15) switch
        {
            0 => $"({Whole(height - 1)} + {Whole(height - 1)})",
            1 => $"({Whole(height - 1)} - {Whole(height - 1)})",
            2 => $"({Whole(height - 1)} * {Whole(height - 1)})",
            3 => $"({Whole(height - 1)} / {Whole(height - 1)})",
            4 => $"({Whole(height - 1)} % {Whole(height - 1)})",
            5 => $"(-(DT_I8) {Whole(height - 1)})",
            6 => $"((DT_I4) {Whole(height - 1)} & (DT_I4) {Whole(height - 1)})",
            7 => $"LEN({Text(height - 1)})",
            8 => $"FINDSTRING({Text(height - 1)},\"b\",{Small()})",
            9 => $"DATEDIFF(\"{One(Parts)}\",{Date(height - 1)},{Date(height - 1)})",
            10 => $"DATEPART(\"{One(Parts)}\",{Date(height - 1)})",
            11 => $"(DT_I4) {Any(height - 1)}",
            12 => $"ABS({Whole(height - 1)})",
            13 => $"({Flag(height - 1)} ? {Whole(height - 1)} : {Whole(height - 1)})",
            _ => $"TOKENCOUNT({Text(height - 1)},\" \")",
        };

    public string Exact(int height) => height <= 0 ? Leaf("Exact", "0.0", "1.50", "99999.999", "NULL(DT_NUMERIC,9,2)")
        : random.Next(9) switch
        {
            0 => $"({Exact(height - 1)} + {Exact(height - 1)})",
            1 => $"({Exact(height - 1)} - {Whole(height - 1)})",
            2 => $"({Exact(height - 1)} * {Exact(height - 1)})",
            3 => $"({Exact(height - 1)} / {Exact(height - 1)})",
            4 => $"(DT_NUMERIC,{random.Next(8, 38)},{random.Next(8)}) {Any(height - 1)}",
            5 => $"ROUND({Exact(height - 1)},{Small()})",
            6 => $"CEILING({Exact(height - 1)})",
            7 => $"FLOOR({Exact(height - 1)})",
            _ => $"(DT_CY) {Exact(height - 1)}",
        };

    public string Real(int height) => height <= 0 ? Leaf("Real", "0E0", "1.5L", "1E300", "NULL(DT_R8)", "2.5F")
        : random.Next(7) switch
        {
            0 => $"({Real(height - 1)} * {Real(height - 1)})",
            1 => $"({Real(height - 1)} / {Exact(height - 1)})",
            2 => $"SQRT({Real(height - 1)})",
            3 => $"POWER({Whole(height - 1)},{Real(height - 1)})",
            4 => $"LN({Exact(height - 1)})",
            5 => $"(DT_R4) {Any(height - 1)}",
            _ => $"EXP({Real(height - 1)})",
        };

    public string Flag(int height) => height <= 0 ? Leaf("Flag", "TRUE", "FALSE", "NULL(DT_BOOL)")
        : random.Next(8) switch
        {
            0 => $"({Flag(height - 1)} && {Flag(height - 1)})",
            1 => $"({Flag(height - 1)} || {Flag(height - 1)})",
            2 => $"!{Flag(height - 1)}",
            3 => $"ISNULL({Any(height - 1)})",
            4 => $"({Text(height - 1)} {One(Comparisons)} {Text(height - 1)})",
            5 => $"({Exact(height - 1)} {One(Comparisons)} {Whole(height - 1)})",
            6 => $"({Date(height - 1)} {One(Comparisons)} {Date(height - 1)})",
            _ => $"({Real(height - 1)} {One(Comparisons)} {Whole(height - 1)})",
        };

    public string Date(int height) => height <= 0
        ? Leaf("Date", "GETDATE()", "(DT_DBTIMESTAMP)\"2003-08-06\"", "NULL(DT_DBDATE)", "(DT_DBDATE)\"1900-01-01\"")
        : random.Next(5) switch
        {
            0 => $"DATEADD(\"{One(Parts)}\",{Whole(height - 1)},{Date(height - 1)})",
            1 => $"(DT_DBDATE) {Date(height - 1)}",
            2 => $"(DT_DBTIMESTAMP2,{random.Next(8)}) {Date(height - 1)}",
            3 => $"({Flag(height - 1)} ? {Date(height - 1)} : {Date(height - 1)})",
            _ => $"(DT_DBTIMESTAMPOFFSET,7) {Date(height - 1)}",
        };

    private string Leaf(string column, params string[] literals) =>
        random.Next(2) == 0 ? $"[{column}{random.Next(3)}]" : One(literals);

    private string Small() => $"{random.Next(5)}";

    private string One(string[] all) => all[random.Next(all.Length)];
}
