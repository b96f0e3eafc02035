using System.Net;
using System.Text;
using System.Text.Json;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Text;

internal sealed class SecretsTests
{
    private const string Awkward = "s3;'\"@%\nsecond{line}";

    private static IEnumerable<string> LeakedForms()
    {
        yield return $"login failed for '{Awkward}'";
        yield return $"insert into t values ('{Awkward.Replace("'", "''", StringComparison.Ordinal)}')";
        yield return JsonSerializer.Serialize(Awkward);
        yield return "https://x/?p=" + Uri.EscapeDataString(Awkward);
        yield return "https://x/?p=" + Uri.EscapeDataString(Awkward).ToLowerInvariant();
        yield return "p=" + WebUtility.UrlEncode(Awkward);
        yield return WebUtility.HtmlEncode(Awkward);
        yield return "only its second{line} was printed";
        yield return Awkward.ReplaceLineEndings("\r\n");
        yield return "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(Awkward));
        yield return OutsideText.WithoutSecrets.Line(Awkward);
    }

    [TestCaseSource(nameof(LeakedForms))]
    public void A_known_secret_is_taken_out_in_every_form(string leaked)
    {
        var secrets = new Secrets();
        secrets.Remember(Awkward);

        var redacted = secrets.Redact(leaked);

        Assert.That(redacted, Does.Contain(Secrets.Mask));
        Assert.That(redacted, Does.Not.Contain("second"));
        Assert.That(redacted, Does.Not.Contain("s3;"));
    }

    [TestCase("Server=x;Password=hunter2;Encrypt=true", "hunter2")]
    [TestCase("Server=x;Pwd='hun;ter2'", "hun;ter2")]
    [TestCase("https://me:hun%3Bter2@host/db", "hun;ter2")]
    [TestCase("AccountName=a;AccountKey=bm90IHJlYWw=", "bm90IHJlYWw=")]
    public void Password_like_parts_of_a_connection_string_are_secrets(string connectionString, string secret)
    {
        var secrets = new Secrets();

        secrets.RememberParts(connectionString);

        Assert.That(secrets.Redact($"said {secret}."), Is.EqualTo("said ***."));
        Assert.That(secrets.Redact("Server=x"), Is.EqualTo("Server=x"));
    }

    [TestCase("?sv=2021-08-06&sig=bm9ib2R5%2Bc2lnbmVk%3D")]
    [TestCase("sig=bm9ib2R5%2Bc2lnbmVk%3D&sv=2021-08-06")]
    public void Of_a_token_the_signature_alone_is_a_secret_and_so_is_all_of_it_without_its_question_mark(string token)
    {
        var secrets = new Secrets();
        secrets.Remember(token);
        string[] texts =
        [
            "https://lake/?comp=list&" + token.TrimStart('?'), "to sign: bm9ib2R5+c2lnbmVk=", "bm9ib2R5%2Bc2lnbmVk%3D",
        ];

        foreach (var leaked in texts)
        {
            Assert.That(secrets.Redact(leaked), Does.Contain(Secrets.Mask).And.Not.Contains("bm9ib2R5"), leaked);
        }
    }

    [TestCase("/data/./crm/private-name.db")]
    [TestCase("crm/../crm/private-name.db")]
    public void A_secret_path_is_one_also_without_its_detours_and_as_a_file_name(string secret)
    {
        var secrets = new Secrets();
        secrets.Remember(secret);

        var redacted = secrets.Redact($"{Path.GetFullPath(Path.Combine("/base", secret))}, turn of private-name.db");

        Assert.That(redacted, Does.Not.Contain("private").And.Not.Contain("crm"));
    }

    [Test]
    public void A_longer_secret_goes_before_one_that_it_contains()
    {
        var secrets = new Secrets();
        secrets.Remember("pass");
        secrets.Remember("passport");

        var redacted = secrets.Redact("my passport and pass");

        Assert.That(redacted, Is.EqualTo("my *** and ***"));
    }
}
