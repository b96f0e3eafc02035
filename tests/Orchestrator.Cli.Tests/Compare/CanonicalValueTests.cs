using System.Text;
using Orchestrator.Compare;
using Orchestrator.Compare.Values;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Tests.Compare;

/// <summary>Which values of two sides are one, whatever types these have for them.</summary>
internal sealed class CanonicalValueTests
{
    private static readonly RowColumn Text = new("v", new SqlType(SqlTypeKind.NVarChar, SqlType.Max));
    private static readonly RowColumn Float = new("v", new SqlType(SqlTypeKind.Float));

    [TestCase("1e400", double.PositiveInfinity, false)]
    [TestCase("-1e400", double.NegativeInfinity, false)]
    [TestCase("Infinity", double.PositiveInfinity, true)]
    [TestCase("NaN", double.NaN, true)]
    [TestCase("-0.0", 0.0, true)]
    [TestCase("1e-3", 0.001, true)]
    [TestCase("0.1", 0.1, true)]
    public void A_text_is_the_number_that_it_says_and_no_infinity(string text, double number, bool isOne) =>
        Assert.That(
            Of(text, ComparedForm.Floating).SequenceEqual(Of(number, ComparedForm.Floating)), Is.EqualTo(isOne));

    [TestCase(1e300, double.PositiveInfinity, false)]
    [TestCase(-1e39, double.NegativeInfinity, false)]
    [TestCase(double.PositiveInfinity, double.PositiveInfinity, true)]
    [TestCase(0.1, 0.10000000149011612, true)]
    public void A_number_that_has_no_32_bits_is_none_that_has(double one, double other, bool isOne) =>
        Assert.That(
            Of(one, ComparedForm.Single).SequenceEqual(Of(other, ComparedForm.Single)), Is.EqualTo(isOne));

    [TestCase(double.PositiveInfinity, 1.0, DifferenceCause.Unknown)]
    [TestCase(double.NaN, 1.0, DifferenceCause.Unknown)]
    [TestCase(1.0000001, 1.0, DifferenceCause.Scale)]
    public void Infinity_is_no_number_with_more_digits(double one, double other, DifferenceCause cause)
    {
        var pair = new ColumnPair("v", 0, new SideColumn(Float), 0, new SideColumn(Float));

        Assert.That(
            DifferenceCauses.Of(pair, Of(one, ComparedForm.Floating), Of(other, ComparedForm.Floating), ("a", "b")),
            Is.EqualTo(cause));
    }

    [TestCase(true, false)]
    [TestCase(false, true)]
    [TestCase(true, true)]
    public void A_text_that_nothing_normalizes_is_folded_around_what_is_none(bool isCase, bool isAccents)
    {
        var folded = new FoldedText(new DataRules { Case = isCase, Accents = isAccents }, isPadded: false);

        var one = folded.Of(Encoding.UTF8.GetBytes("Caf\u00e9\ufffe\u00e9")).ToArray();
        var same = folded.Of(Encoding.UTF8.GetBytes("Cafe\u0301\ufffee\u0301")).ToArray();
        var other = folded.Of(Encoding.UTF8.GetBytes("Caf\u00e9\u00e9")).ToArray();

        Assert.That(one, Is.EqualTo(same).And.Not.EqualTo(other));
    }

    private static byte[] Of(string text, ComparedForm form) =>
        Of(Text, form, values => values.SetBytes(0, Encoding.UTF8.GetBytes(text)));

    private static byte[] Of(double number, ComparedForm form) =>
        Of(Float, form, values => values.Doubles[0] = number);

    private static byte[] Of(RowColumn column, ComparedForm form, Action<ColumnVector> set)
    {
        using var pool = new RowBatchPool(new MemoryBudget(4 << 20), [column], bytesMax: 4096);
        using var batch = pool.RentNow();
        set(batch.Columns[0]);
        var row = new CanonicalRow();
        new CanonicalValue(form, new SideColumn(column), new DataRules(), isPadded: false, zone: null)
            .Write(batch.Columns[0], 0, row);
        return row.Bytes.ToArray();
    }
}
