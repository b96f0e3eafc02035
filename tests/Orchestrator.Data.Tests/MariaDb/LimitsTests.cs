using System.Text;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class LimitsTests
{
    [TestCase("nvarchar(20)", LengthUnit.Characters, 20)]
    [TestCase("nvarchar(max)", LengthUnit.Characters, 0)]
    [TestCase("int", LengthUnit.Characters, 0)]
    public void Text_is_counted_in_characters(string type, LengthUnit unit, int length)
    {
        var limits = MariaDbLimits.OfType(TestDatabase.Type(type));

        Assert.That((limits.LengthUnit, limits.LengthMax), Is.EqualTo((unit, length)));
    }

    [TestCase("tinytext", LengthUnit.Bytes, 255)]
    [TestCase("text", LengthUnit.Bytes, 65_535)]
    [TestCase("mediumtext", LengthUnit.Bytes, 16_777_215)]
    [TestCase("varchar(5000)", LengthUnit.Characters, 5000)]
    [TestCase("char(3) CHARACTER SET latin1 COLLATE latin1_bin", LengthUnit.Characters, 3)]
    public void What_is_declared_otherwise_has_its_own_length(string declared, LengthUnit unit, int length)
    {
        var limits = MariaDbLimits.OfNative(declared, MariaDbTypeMap.Of(declared));

        Assert.That((limits.LengthUnit, limits.LengthMax), Is.EqualTo((unit, length)));
    }

    [TestCase("decimal(65,30)", 30)]
    [TestCase("float(7,2)", 2)]
    [TestCase("double(10,0)", 0)]
    public void Numbers_that_are_kept_as_text_are_not_rounded(string declared, int digits)
    {
        var limits = MariaDbLimits.OfNative(declared, MariaDbTypeMap.Of(declared));

        Assert.That((limits.IsNumberText, limits.FractionDigitsMax), Is.EqualTo((true, (int?)digits)));
    }

    [Test]
    public void Of_what_is_beyond_their_types_columns_keep_the_end_of_a_day_alone()
    {
        Assert.That(MariaDbLimits.OfType(TestDatabase.Type("time(6)")).TakesNonFinite, Is.True);
        Assert.That(MariaDbLimits.OfType(TestDatabase.Type("float")).TakesNonFinite, Is.False);
        Assert.That(MariaDbLimits.OfType(TestDatabase.Type("date")).TakesNonFinite, Is.False);
        Assert.That(MariaDbLimits.OfType(TestDatabase.Type("datetimeoffset(6)")).DropsOffset, Is.True);
    }

    [TestCase("a", true)]
    [TestCase("x,y", true)]
    [TestCase("it's", true)]
    [TestCase(@"c\d", true)]
    [TestCase("z)", true)]
    [TestCase("A", false)]
    [TestCase("a ", false)]
    [TestCase("1", false)]
    [TestCase("", false)]
    public void An_enum_keeps_its_labels_as_they_are_written(string text, bool isKept)
    {
        var rule = new LabelTexts(@"enum('a','x,y','it''s','c\\d','z)')");

        Assert.That(rule.Keeps(Encoding.UTF8.GetBytes(text)), Is.EqualTo(isKept));
    }

    [TestCase("", true)]
    [TestCase("x", true)]
    [TestCase("x,z", true)]
    [TestCase("z,x", false)]
    [TestCase("x,x", false)]
    [TestCase("X", false)]
    [TestCase("1", false)]
    [TestCase("x,", false)]
    public void A_set_keeps_its_labels_in_their_order(string text, bool isKept)
    {
        var rule = new LabelTexts("set('x','y','z') CHARACTER SET latin1 COLLATE latin1_bin");

        Assert.That(rule.Keeps(Encoding.UTF8.GetBytes(text)), Is.EqualTo(isKept));
    }

    [Test]
    public void A_set_of_characters_up_to_FFFF_has_no_other()
    {
        Assert.That(PlaneTexts.Instance.Keeps("aä\uFFFD"u8), Is.True);
        Assert.That(PlaneTexts.Instance.Keeps("a😀"u8), Is.False);
        Assert.That(PlaneTexts.Instance.Repaired("a😀b"u8), Is.EqualTo("a\uFFFDb"u8.ToArray()));
    }

    [Test]
    public void A_set_of_seven_bits_lacks_some_of_ASCII()
    {
        var rule = new CharsetTexts("swe7", new HashSet<Rune> { new('ä') }, new HashSet<Rune> { new('{') });

        Assert.That(rule.Keeps("a ä"u8), Is.True);
        Assert.That(rule.Keeps("a{"u8), Is.False);
        Assert.That(rule.Repaired("a{ä"u8), Is.EqualTo("a?ä"u8.ToArray()));
    }

    [Test]
    public void A_character_that_is_missing_becomes_a_question_mark()
    {
        var rule = new CharsetTexts("latin1", new HashSet<Rune> { new('ä'), new('€') });

        Assert.That(rule.Keeps("a ä €"u8), Is.True);
        Assert.That(rule.Keeps("ā"u8), Is.False);
        Assert.That(rule.Repaired("ä ā 😀"u8), Is.EqualTo("ä ? ?"u8.ToArray()));
    }
}
