using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Text;

internal sealed class CredentialTextTests
{
    [TestCase("create user loader with password 'hun ter2'")]
    [TestCase("alter role loader encrypted password 'hun''ter2'", "hun")]
    [TestCase("create user 'a'@'%' identified by 'hunter2'")]
    [TestCase("create user a identified by hunter2;")]
    [TestCase("create user a identified by \"hunter2\"")]
    [TestCase("CREATE LOGIN [a] WITH PASSWORD = N'hunter2', CHECK_POLICY = OFF")]
    [TestCase("alter login a with password = 'hunter2' old_password = 'hunter2'")]
    [TestCase("create user mapping for a server s options (user 'a', password 'hunter2')")]
    [TestCase("create database scoped credential c with identity = 'a', secret = 'hunter2'")]
    [TestCase("create master key encryption by password = 'hunter2'")]
    [TestCase("copy t from 's3://b' credentials 'aws_secret_access_key=hunter2'")]
    [TestCase("{\"sql\":\"create user a password \\u0027hunter2\\u0027\"}")]
    [TestCase("sql: 'create user a password ''hunter2'''")]
    [TestCase("Authorization: Bearer hunter2.abc")]
    [TestCase("\"authorization\": \"Basic dXNlcjpodW50ZXIy\"", "dXNl")]
    [TestCase("sent bearer hunter2hunter2 to it")]
    [TestCase("X-Api-Key: hunter2")]
    [TestCase("Cookie: orchestrator-session-5080=hunter2")]
    [TestCase("curl -u loader:hunter2 https://h/")]
    [TestCase("curl -u 'loader:hun ter2' https://h/")]
    [TestCase("curl --user=loader:hunter2 https://h/")]
    [TestCase("arguments: [\"-u\", \"loader:hunter2\"]")]
    [TestCase("arguments:\n  - -u\n  - loader:hunter2")]
    [TestCase("tool --password=hunter2 --verbose")]
    [TestCase("tool --password hunter2 --verbose")]
    [TestCase("arguments: [\"--db-password\", \"hunter2\"]")]
    [TestCase("arguments:\n  - --password\n  - hunter2")]
    [TestCase("tool /password:hunter2")]
    [TestCase("sqlcmd -S h -U sa -P hunter2 -i x.sql")]
    [TestCase("bcp t in f -U sa -Phunter2")]
    [TestCase("mysql -u a -phunter2 db")]
    [TestCase("sshpass -p hunter2 ssh h")]
    [TestCase("machine h login a password hunter2")]
    [TestCase("PGPASSWORD=hunter2 psql -h h")]
    [TestCase("MYSQL_PWD=hunter2 mysql")]
    [TestCase("password: hunter2")]
    [TestCase("\"apiKey\": \"hunter2\"")]
    [TestCase("Server=h;User Id=a;Pwd=hunter2;")]
    [TestCase("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hunter2==;EndpointSuffix=x")]
    [TestCase("BlobEndpoint=https://a;SharedAccessSignature=sv=2020&sr=b&sig=hunter2%3D")]
    [TestCase("https://a.blob.core.windows.net/c?sv=2020&sig=hunter2%3D&se=2030")]
    [TestCase("Endpoint=sb://h/;SharedAccessKeyName=n;SharedAccessKey=hunter2=")]
    [TestCase("postgresql://loader:hunter2@h:5432/db?sslmode=require")]
    [TestCase("redis://:hunter2@h:6379")]
    [TestCase("aws_secret_access_key = hunter2")]
    [TestCase("AKIAIOSFODNN7EXAMPLE", "AKIA")]
    [TestCase("ghp_0123456789abcdefghijABCDEFGHIJ012345", "ghp_")]
    [TestCase("-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----")]
    [TestCase("\"key\": \"-----BEGIN RSA PRIVATE KEY-----\\nhunter2\\n-----END RSA PRIVATE KEY-----\"")]
    public void What_a_text_says_of_a_password_itself_is_masked(string text, string secret = "hun")
    {
        var masked = CredentialText.Masked(text);

        Assert.That(masked, Does.Contain("***").And.Not.Contain(secret));
    }

    [TestCase("connectionString: \"Host=h;Password=${secret:PW}\"")]
    [TestCase("create user a password '${secret:PW}'")]
    [TestCase("- {column: password, dataType: nvarchar(50)}")]
    [TestCase("columns:\n  - column: token\n    dataType: int")]
    [TestCase("\"token\": 12, \"state\": \"Running\"")]
    [TestCase("Trusted_Connection=true;Encrypt=true")]
    [TestCase("folder: data/in, files: \"*.csv\"")]
    [TestCase("2026-11-26T02:00:00Z run 12: wrote 1,204 rows to dbo.Customer")]
    [TestCase("https://h:8443/path?q=1")]
    public void What_is_no_password_stays_readable(string text) =>
        Assert.That(CredentialText.Masked(text), Is.EqualTo(text));

    [Test]
    public void What_one_text_says_is_masked_in_the_others()
    {
        var secrets = new Secrets();

        secrets.RememberParts("create user a identified by 'hunter2'");

        Assert.That(secrets.Redact("the server said: no login with hunter2"), Does.EndWith("with ***"));
    }
}
