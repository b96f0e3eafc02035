using System.Text;
using System.Text.Unicode;
using Orchestrator.Core.Types;
using Orchestrator.Data.Files;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Files in code pages: each byte as its standard says; what it leaves out is found in its column.</summary>
internal sealed class CodePageTests
{
    private static IEnumerable<string> Pages => FileEncodings.CodePages.Keys;

    [Test]
    public void Each_code_page_is_held_against_its_standard() =>
        Assert.That(StandardCodePages.All.Keys, Is.EquivalentTo(Pages));

    [TestCaseSource(nameof(Pages))]
    public void Each_byte_is_read_as_the_standard_says_and_written_as_it_was(string name)
    {
        var page = CodePageTable.Of(name)!;
        var text = new byte[CodePageTable.TextPerByte + CodePageTable.RoomBehind];
        var back = new byte[1];
        foreach (var (one, character) in StandardCodePages.All[name].Index())
        {
            var length = page.ToUtf8([(byte)one], text);

            if (character is null)
            {
                Assert.That(Utf8.IsValid(text.AsSpan(0, length)), Is.False, $"0x{one:X2}");
                continue;
            }

            Assert.That(Encoding.UTF8.GetString(text, 0, length), Is.EqualTo($"{character}"), $"0x{one:X2}");
            Assert.That(page.FromUtf8(text.AsSpan(0, length), back, out var read), Is.EqualTo(1));
            Assert.That((read, (int)back[0]), Is.EqualTo((length, one)));
        }
    }

    [TestCaseSource(nameof(Pages))]
    public void Bytes_in_any_order_are_read_one_by_one_however_they_come(string name)
    {
        var random = new Random(TestSeed.Value);
        var standard = StandardCodePages.All[name];
        byte[] readable = [.. Enumerable.Range(1, 255).Where(one => standard[one] is not null
            && one is not ('\n' or '\r' or '\t')).Select(one => (byte)one)];
        for (var round = 0; round < 20; round++)
        {
            var plain = random.Next(2, 200);
            byte[] file = [.. Enumerable.Range(0, random.Next(1, 600)).Select(_ =>
                random.Next(plain) > 0 ? (byte)random.Next('a', 'z') : readable[random.Next(readable.Length)])];

            var rows = Reading.Rows([(byte)'x', .. file, (byte)'\n'], In(name), random.Next(1, 700));

            var expected = "x" + string.Concat(file.Select(one => standard[one]));
            Assert.That(rows.Select(row => row[0]), Is.EqualTo((string[])[expected]), TestSeed.Hint);
        }
    }

    [TestCaseSource(nameof(Pages))]
    public void Undefined_bytes_beside_one_another_never_make_a_character(string name)
    {
        var page = CodePageTable.Of(name)!;
        byte[] undefined = [.. StandardCodePages.All[name].Index().Where(one => one.Item is null)
            .Select(one => (byte)one.Index)];
        var text = new byte[(2 * CodePageTable.TextPerByte) + CodePageTable.RoomBehind];
        foreach (var first in undefined)
        {
            foreach (var second in undefined)
            {
                var length = page.ToUtf8([first, second], text);

                Assert.That(Characters(text.AsSpan(0, length)), Is.Zero, $"0x{first:X2} 0x{second:X2}");
            }
        }
    }

    [Test]
    public void Text_of_one_page_is_told_as_lost_by_one_that_has_it_not()
    {
        var rules = new FileRules(new TextFormat { Style = TextStyle.Bcp, Field = "\t", Encoding = "windows-1252" });
        var rule = rules.LimitsAt(new RowColumn("a", GuardType.Text), 1, 2).Texts!;

        Assert.That(rule.Keeps("Zoë €"u8), Is.True);
        Assert.That(rule.Keeps("Ж"u8), Is.False);
        Assert.That(rule.Keeps("\U0001F600"u8), Is.False);
        Assert.That(rule.Keeps("a\tb"u8), Is.False);
        Assert.That(rule.Repaired("aЖ\U0001F600\të"u8), Is.EqualTo(Encoding.UTF8.GetBytes("a???ë")));
        Assert.That(rule.Refused, Does.Contain("windows-1252").And.Contain("terminator"));
    }

    [TestCase("ï»¿x", false)]
    [TestCase("ÿþ", false)]
    [TestCase("þÿ", false)]
    [TestCase("\u001F‹", false)]
    [TestCase("ÿx", true)]
    public void A_text_that_would_begin_the_file_as_another_encoding_does_is_refused_in_its_first_column(
        string text, bool keeps)
    {
        var rules = new FileRules(new TextFormat { Style = TextStyle.Bcp, Field = "\t", Encoding = "windows-1252" });
        var column = new RowColumn("a", GuardType.Text);
        var bytes = Encoding.UTF8.GetBytes(text);
        var first = rules.LimitsAt(column, 0, 2).Texts!;

        Assert.That(first.Keeps(bytes), Is.EqualTo(keeps));
        Assert.That(first.Keeps(first.Repaired(bytes)), Is.True);
        Assert.That(rules.LimitsAt(column, 1, 2).Texts!.Keeps(bytes), Is.True);
    }

    [Test]
    public void Names_and_terminators_that_a_page_has_not_are_refused()
    {
        var csv = new TextFormat { Encoding = "ibm437" };

        Assert.That(new FileRules(csv).ColumnRefusal("Größe"), Is.Null);
        Assert.That(new FileRules(csv).ColumnRefusal("Preis €"), Does.Contain("ibm437"));
        Assert.That(FileRules.Refusal(csv with { Field = "€" }), Does.Contain("ibm437"));
        Assert.That(FileRules.Refusal(csv with { Style = TextStyle.Bcp, Field = "?|" }), Does.Contain("question mark"));
        Assert.That(FileRules.Refusal(csv with { Quote = "", Field = "?" }), Does.Contain("question mark"));
        Assert.That(FileRules.Refusal(csv), Is.Null);
    }

    [TestCase("1\u202F000")]
    [TestCase("1\u00A0000")]
    public void Signs_of_numbers_that_a_page_has_not_are_refused(string number)
    {
        var format = new TextFormat
        {
            Encoding = "windows-1252",
            Forms = new ValueForms { Number = new NumberForm(",", number[1..2]) },
        };

        Assert.That(FileRules.Refusal(format), number[1] == '\u00A0' ? Is.Null : Does.Contain("windows-1252"));
    }

    [TestCase(TextStyle.Csv, "空", "windows-1252")]
    [TestCase(TextStyle.Csv, "?", null)]
    [TestCase(TextStyle.Bcp, "?", "question mark")]
    [TestCase(TextStyle.Fixed, "n?a", "question mark")]
    public void A_word_for_null_that_a_page_has_not_or_that_stands_for_what_it_has_not_is_refused(
        TextStyle style, string word, string? why)
    {
        var format = new TextFormat { Style = style, Field = "\t", Encoding = "windows-1252", Nulls = [word] };
        var column = format with
        {
            Nulls = [],
            ColumnForms = new Dictionary<string, ColumnForm> { ["a"] = new() { Nulls = [word] } },
        };

        foreach (var one in (TextFormat[])[format, column])
        {
            Assert.That(FileRules.Refusal(one), why is null ? Is.Null : Does.Contain(why));
        }
    }

    [Test]
    public void A_byte_that_a_page_does_not_define_takes_its_place_in_a_column_of_fixed_width()
    {
        var source = Reading.Bcp(2) with
        {
            Format = new TextFormat
            {
                Style = TextStyle.Fixed,
                Widths = [2, 2],
                Encoding = "windows-1252",
                FillsShortRows = true,
            },
        };

        var rows = Reading.Rows([(byte)'a', 0x81, (byte)'b', 0xE9, (byte)'\n'], source);

        Assert.That(rows.Single()[1], Is.EqualTo("bé"));
    }

    [Test]
    public void Utf16_is_refused_and_a_mark_wins()
    {
        var wide = new UnicodeEncoding(bigEndian: false, byteOrderMark: false).GetBytes("id\tname\n1\tx\n");

        var refused = Assert.Throws<DataRefusedException>(() => Reading.Rows(wide, In("windows-1252")));

        Assert.That(refused!.Code, Is.EqualTo("ORC3111"));
        Assert.That(refused.Message, Does.Contain("`encoding: utf-16le`"));
        Assert.That(Reading.Rows([0xEF, 0xBB, 0xBF, 0xC3, 0xAB, (byte)'\n'], In("windows-1252"))[0][0],
            Is.EqualTo("ë"));
    }

    [TestCase("Zoë and Ælf", true)]
    [TestCase("Zoe", false)]
    public void A_file_that_is_Utf8_throughout_is_doubted(string text, bool isDoubted)
    {
        var utf8 = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false).GetBytes(text + "\n");

        using var input = new TextInput(new MemoryStream(utf8), "t.txt", In("windows-1252").Format, 1 << 20);
        input.Read(new byte[100]);

        Assert.That(input.Doubt?.Contains("2 characters", StringComparison.Ordinal) == true, Is.EqualTo(isDoubted));
    }

    [TestCase("Zoë\n")]
    [TestCase("ë")]
    [TestCase("é\n")]
    [TestCase("naïve café\n")]
    public void A_file_in_a_code_page_is_not_doubted(string text)
    {
        using var input = new TextInput(
            new MemoryStream(Encoding.Latin1.GetBytes(text)), "t.txt", In("iso-8859-1").Format, 1 << 20);
        input.Read(new byte[100]);

        Assert.That(input.Doubt, Is.Null);
    }

    // Of text that no decoder gets along with.
    private static int Characters(ReadOnlySpan<byte> text)
    {
        var count = 0;
        while (!text.IsEmpty)
        {
            var isText = Rune.DecodeFromUtf8(text, out _, out var used) == System.Buffers.OperationStatus.Done;
            count += isText ? 1 : 0;
            text = text[(isText ? used : 1)..];
        }

        return count;
    }

    private static SourceFiles In(string encoding) => Reading.Bcp(1) with
    {
        Format = new TextFormat { Style = TextStyle.Bcp, Field = "\t", Encoding = encoding },
    };
}
