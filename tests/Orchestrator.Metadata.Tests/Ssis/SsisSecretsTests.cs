using Orchestrator.Ssis.Json;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Metadata.Tests.Ssis;

/// <summary>What must not be known is in no text that is made of a package, whatever hides it.</summary>
internal sealed class SsisSecretsTests
{
    private const string Hidden = "Hunter2Hunter2";

    private static readonly string[] Places =
    [
        SsisSample.Connections(SsisSample.Connection("C", "OLEDB",
            $"DTS:ConnectionString='Data Source=s;User ID=u;Password={Hidden};Provider=SQLNCLI11.1;'")),
        SsisSample.Connections(SsisSample.Connection("C", "OLEDB",
            $"DTS:ConnectionString='Data Source=s;User ID=u;Password=&quot;a;{Hidden}&quot;;'")),
        SsisSample.Connections(SsisSample.Connection("C", "ODBC", $"DTS:ConnectionString='Dsn=d;uid=u;pwd={Hidden}'")),
        SsisSample.Connections(SsisSample.Connection("C", "ODBC", $"DTS:ConnectionString='Dsn=d;pwd={{a;{Hidden}}}'")),
        SsisSample.Connections(SsisSample.Connection("C", "OLEDB", "DTS:ConnectionString='Data Source=s;User ID=u;'",
            $"<DTS:Password DTS:Name='Password' Sensitive='1' Encrypted='1'>{Hidden}</DTS:Password>")),
        SsisSample.Connections(SsisSample.Connection("C", "OLEDB", "DTS:ConnectionString='Data Source=s;User ID=u;'",
            "<EncryptedData xmlns='http://www.w3.org/2001/04/xmlenc#' Salt='x'><CipherData>"
            + $"<CipherValue>{Hidden}</CipherValue></CipherData></EncryptedData>")),
        SsisSample.Connections(SsisSample.Connection("C", "AzureStorage", "DTS:ConnectionString="
            + $"'AccountName=a;AccountKey={Hidden}==;EndpointSuffix=core'")),
        SsisSample.Connections(SsisSample.Connection("C", "HTTP",
            $"DTS:ConnectionString='https://me:{Hidden}@example.org/x'")),
        SsisSample.Connections(SsisSample.Connection("C", "Somebody", $"Secret='{Hidden}' ApiKey='{Hidden}'")),
        SsisSample.Variables(SsisSample.Variable("FtpPassword", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("FtpPassword", 8, "", $"&quot;{Hidden}&quot;")),
        SsisSample.Variables(SsisSample.Variable("Source", 8, $"Server=s;User Id=u;Password={Hidden}")),
        SsisSample.Variables(SsisSample.Variable("Source", 8, "",
            $"&quot;Server=&quot; + @S + &quot;;User Id=u;Password={Hidden};&quot;")),
        "<DTS:PackageParameters><DTS:PackageParameter DTS:DataType='8' DTS:ObjectName='P' DTS:Sensitive='True'>"
            + SsisSample.Property("ParameterValue", Hidden) + "</DTS:PackageParameter></DTS:PackageParameters>",
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.ExecuteSQLTask",
            SsisSample.Sql($"create login x with password = N&apos;{Hidden}&apos;"))),
        SsisSample.Executables(SsisSample.Task("T", "STOCK:SEQUENCE", more:
            $"<DTS:PropertyExpression DTS:Name='ServerPassword'>&quot;{Hidden}&quot;</DTS:PropertyExpression>")),
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.ScriptTask", "<ScriptProject Language='CSharp'>"
            + $"<ProjectItem Name='a.cs'>var password = \"{Hidden}\"; var c = \"Server=s;Password={Hidden};\";"
            + "</ProjectItem></ScriptProject>")),
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.ExecuteProcess",
            $"<ExecuteProcessData Executable='sqlcmd.exe' Arguments='-S s -U u -P {Hidden} -i a.sql'/>")),
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.ExecuteProcess",
            $"<ExecuteProcessData Executable='7z.exe' Arguments='a -p{Hidden} x.zip'/>")),
        Statement($"SELECT * FROM OPENROWSET('SQLNCLI', 's'; 'u'; '{Hidden}', 'SELECT 1')"),
        Statement($"SELECT * FROM OPENDATASOURCE('SQLNCLI', 'Data Source=s;User ID=u;Password={Hidden}').d.dbo.t"),
        Statement($"EXEC sp_addlinkedsrvlogin 's', 'false', NULL, 'u', '{Hidden}'"),
        Statement($"EXEC sp_addlinkedsrvlogin @rmtsrvname = N's', @rmtpassword = N'{Hidden}'"),
        Statement($"EXEC sp_addlogin 'u', '{Hidden}'"),
        Statement($"EXEC xp_cmdshell 'bcp d.dbo.t out c:\\x -S s -U u -P {Hidden} -c'"),
        Statement($"EXEC xp_cmdshell 'net use \\\\s\\x {Hidden} /user:d\\u'"),
        Statement($"EXEC xp_cmdshell 'net use z: \\\\s\\x /user:d\\u {Hidden}'"),
        Statement($"CREATE USER u IDENTIFIED BY {Hidden};"),
        Statement($"SELECT DECRYPTBYPASSPHRASE(N'{Hidden}', c) FROM t"),
        Statement($"CREATE CREDENTIAL c WITH IDENTITY = 'i', SECRET = '{Hidden}'"),
        SsisSample.Variables(SsisSample.Variable("PasswordOfProd", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("DbSecretTest", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("Blob", 8, $"https://a.example.org/c?sv=2020&amp;sig={Hidden}")),
        SsisSample.Variables(SsisSample.Variable("Ftp", 8, $"ftp://me:p@{Hidden}@example.org/x")),
        SsisSample.Variables(SsisSample.Variable("Script", 8, $"open ftp.example.org&#10;user me {Hidden}&#10;bye")),
        SsisSample.Variables(SsisSample.Variable("Call", 8, $"sqlcmd -S s -U u -P {Hidden}")),
        SsisSample.Variables(SsisSample.Variable("Source", 8, "",
            $"&quot;Server=&quot; + @S + &quot;;Password=&quot; + &quot;{Hidden}&quot;")),
        SsisSample.Variables(SsisSample.Variable("X", 8, Hidden), SsisSample.Variable("Source", 8, "",
            "&quot;Server=s;Password=&quot; + @[User::X] + &quot;;&quot;")),
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.ScriptTask", "<ScriptProject Language='CSharp'>"
            + $"<ProjectItem Name='a.cs'>var ftpPass = \"{Hidden}\"; new NetworkCredential(\"u\", \"{Hidden}\");"
            + "</ProjectItem></ScriptProject>")),
        SsisSample.Executables(SsisSample.Task("T", "Somebody.Task",
            $"<Odd><Token Sensitive='1'>{Hidden}</Token><SftpPassword>{Hidden}</SftpPassword></Odd>")),
        SsisSample.Executables(SsisSample.Task("T", "Somebody.Task",
            $"<Odd><Prop Name='ApiSecret' Value='{Hidden}'/></Odd>")),
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.WebServiceTask",
            $"<WSTask><Params><Param Name='password'><Value>{Hidden}</Value></Param></Params></WSTask>")),
        SsisSample.Executables(SsisSample.Task("T", "Somebody.Task",
            $"<Odd><Param><Name>password</Name><ParamValue>{Hidden}</ParamValue></Param></Odd>")),
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.ExecuteProcess",
            $"<ExecuteProcessData Executable='C:\\tools\\curl.exe' Arguments='-u u:{Hidden} https://h.example'/>")),
        SsisSample.Executables(SsisSample.Task("T", "Microsoft.ExpressionTask",
            $"<ExpressionTask Expression='@[User::Password] = &quot;{Hidden}&quot;'/>")),
        SsisSample.Connections(SsisSample.Connection("C", "OLEDB",
            $"DTS:ConnectionString='Data Source=ora;User ID=u/{Hidden}@tns;Provider=OraOLEDB.Oracle'")),
        SsisSample.Connections(SsisSample.Connection("C", "FLATFILE",
            $"DTS:ConnectionString='\\\\u:{Hidden}@srv\\share\\a.csv'")),
        Statement($"-- Password: {Hidden}\nSELECT 1"),
        SsisSample.Variables(SsisSample.Variable("token", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("Kennwort", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("MotDePasse", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("pwd", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("secret", 8, Hidden)),
        SsisSample.Variables(SsisSample.Variable("apikey", 8, Hidden)),
    ];

    private static string Statement(string text) => SsisSample.Executables(SsisSample.Task(
        "T", "Microsoft.ExecuteSQLTask", SsisSample.Sql(text.Replace("'", "&apos;", StringComparison.Ordinal))));

    [TestCaseSource(nameof(Places))]
    public void A_secret_is_in_no_text_of_the_model(string place)
    {
        var text = ModelJson.Of(SsisSample.Read(SsisSample.New(place)));

        Assert.That(text, Does.Not.Contain(Hidden));
        Assert.That(text, Does.Contain(Secret.Marker).Or.Contain("\"hasSecret\": true"));
    }

    [TestCase("update t set password = s.password, name = s.name from s where s.id = 1")]
    [TestCase("select Password from dbo.Users where Password = ?")]
    [TestCase("net use is what the user does -- passing by")]
    [TestCase("EXEC dbo.Login 'a', 'b', NULL, 'c', 'd'")]
    [TestCase("select KeyToken = 1, PasswordChanged from t")]
    [TestCase("if (password == other) { }")]
    [TestCase("-- the password:\nSELECT 1")]
    [TestCase("select password::text, pwd::text from u")]
    [TestCase("update t set share = user / total")]
    [TestCase("")]
    public void A_text_that_only_speaks_of_passwords_stays(string text) =>
        Assert.That(SecretTexts.Clean(text, isExpression: false), Is.EqualTo(text));

    [Test]
    public void An_expression_keeps_its_form()
    {
        const string expression = "\"Server=s;User Id=u;Password=\" + @[User::Pwd] + \";Database=d\"";

        Assert.That(SecretTexts.Clean(expression, isExpression: true), Is.EqualTo(expression));
    }

    [TestCase("Password", true)]
    [TestCase("UserPassword", true)]
    [TestCase("FTP_PWD", true)]
    [TestCase("ApiKey2", true)]
    [TestCase("PasswordFile", false)]
    [TestCase("PersistSecurityInfo", false)]
    [TestCase("UsePassword", false)]
    [TestCase("PasswordOfProd", true)]
    [TestCase("DbPwdTest", true)]
    [TestCase("SecretName", false)]
    [TestCase("Key", false)]
    [TestCase("NextToken", false)]
    [TestCase("Passengers", false)]
    [TestCase("Mot_de_passe", true)]
    [TestCase("Token", true)]
    public void A_name_says_whether_its_value_is_a_secret(string name, bool isSecret) =>
        Assert.That(SecretTexts.IsSecretName(name), Is.EqualTo(isSecret));

    [TestCase("\\Package.Connections[A].Properties[Password]", true)]
    [TestCase("\\Package.Variables[User::FtpPassword].Properties[Value]", true)]
    [TestCase("\\Package.Variables[User::Day].Properties[Value]", false)]
    public void A_path_of_a_configuration_says_it_too(string path, bool isSecret) =>
        Assert.That(SecretTexts.IsSecretTarget(path), Is.EqualTo(isSecret));

    [Test]
    public void An_expression_that_compares_or_sets_something_else_keeps_its_texts()
    {
        Assert.That(SecretTexts.CleanAssigned("@[User::Password] == \"a\"", SecretTexts.IsSecretName),
            Is.EqualTo("@[User::Password] == \"a\""));
        Assert.That(SecretTexts.CleanAssigned("@[User::Day] = \"a\"", SecretTexts.IsSecretName),
            Is.EqualTo("@[User::Day] = \"a\""));
    }

    [TestCase("C:\\tools\\curl.exe", "\"-u u:Hunter2 https://h.example\"", "\"-u u:${secret} https://h.example\"")]
    [TestCase("curl", "\"-u u:\" + @[User::Pwd]", "\"-u u:\" + @[User::Pwd]")]
    [TestCase("sqlcmd.exe", "\"-P \"+@[User::Pwd]", "\"-P \"+@[User::Pwd]")]
    public void The_name_of_a_program_counts_where_an_expression_makes_its_arguments(
        string program, string expression, string clean) =>
        Assert.That(SecretTexts.CleanExpression(program, expression), Is.EqualTo(clean));

    [Test]
    public void A_program_that_takes_no_password_keeps_its_arguments() => Assert.That(
        SecretTexts.CleanArguments("powershell.exe", "-path C:\\x -P 3"), Is.EqualTo("-path C:\\x -P 3"));
}
