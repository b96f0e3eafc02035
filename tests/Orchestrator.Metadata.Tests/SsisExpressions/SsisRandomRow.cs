using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Metadata.Tests.SsisExpressions;

/// <summary>Values for the columns that random expressions name; one in four is null.</summary>
internal static class SsisRandomRow
{
    private static readonly DateTime First = new(1990, 1, 1);

    private static readonly string[] Texts = ["", "a", "Bob ", " b,c", "12", "-7.5", "2003-07-04", "ÄÖ中", "True"];

    public static SsisSandbox Make(Random random)
    {
        SsisSandbox sandbox = new();
        for (var number = 0; number < 3; number++)
        {
            Add("Text", SsisType.WStr(20), Texts[random.Next(Texts.Length)]);
            Add("Whole", number == 0 ? SsisType.I8 : SsisType.I4, (long)random.Next(-1000, 1000));
            Add("Exact", SsisType.Numeric(12, 3), new SsisNumeric(new BigInteger(random.Next(-9999999, 9999999)), 3));
            Add("Real", SsisType.R8, (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-5, 12)));
            Add("Flag", SsisType.Bool, random.Next(2) == 0);
            Add("Date", SsisType.DBTimestamp, First.AddMilliseconds(random.NextInt64(2_000_000_000_000)));

            void Add(string name, SsisType type, object content) => sandbox.Add(
                SsisSymbol.Column($"{name}{number}", type),
                random.Next(4) == 0 ? SsisValue.Null(type) : new SsisValue(type, content));
        }

        return sandbox;
    }
}
